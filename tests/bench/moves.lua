-- Callers for wrk, one in each thread: two people at one table after the other, walking at random.
-- A step to a site that a single action reaches is always allowed. What wrk.init gets comes before
-- this file: TOKENS and GAMES by thread, NEAR by site, START, and the text of the PLAY mutation.

local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("id", threads)
end

function init()
  id = id or 1 -- wrk tries the script once before any thread has a number
  math.randomseed(id * 7919 + os.time())
  game = 0
  next_game()
end

function next_game()
  game = game + 1
  sites = { [0] = START, [1] = START }
  table_id, seat = unpack(GAMES[id][game] or { "", 0 })
end

function uuid()
  local r = math.random
  return string.format(
    "%04x%04x-%04x-4%03x-8%03x-%04x%04x%04x",
    r(0, 65535), r(0, 65535), r(0, 65535), r(0, 4095), r(0, 4095), r(0, 65535), r(0, 65535), r(0, 65535)
  )
end

function request()
  if game == nil then
    init()
  end
  local near = NEAR[sites[seat]]
  target = near[math.random(#near)]
  local body = string.format(
    '{"query":"%s","variables":{"c":"%s","t":"%s","m":{"bombay":{"move":{"to":"%s"}}}}}',
    PLAY, uuid(), table_id, target
  )
  local headers = {
    ["content-type"] = "application/json",
    ["authorization"] = "Bearer " .. TOKENS[id][seat + 1],
  }
  return wrk.format("POST", "/graphql", headers, body)
end

function response(status, headers, body)
  sites[seat] = target
  local turn = string.match(body, '"onTurn":%[(%d*)')
  if turn == nil then
    error("refused: " .. body)
  elseif turn == "" then
    next_game()
  else
    seat = tonumber(turn)
  end
end

function done(summary, latency)
  io.write(string.format("moves %d in %d us, p99 %d us\n",
    summary.requests, summary.duration, latency:percentile(99)))
end
