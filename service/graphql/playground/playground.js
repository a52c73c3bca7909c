// Starts GraphiQL on /graphql. Subscriptions come as Server-Sent Events.

const key = "howdah-playground-token";

function headers(accept) {
  const token = localStorage.getItem(key);
  const given = { "content-type": "application/json", accept };
  return token ? { ...given, authorization: `Bearer ${token}` } : given;
}

async function ask(params) {
  const accept = "application/graphql-response+json, application/json";
  const answer = await fetch("/graphql", {
    method: "POST",
    headers: headers(accept),
    body: JSON.stringify(params),
  });
  return answer.json();
}

async function* follow(params) {
  const answer = await fetch("/graphql", {
    method: "POST",
    headers: headers("text/event-stream"),
    body: JSON.stringify(params),
  });
  if (!answer.headers.get("content-type").startsWith("text/event-stream")) {
    yield answer.json();
    return;
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const data = event.match(/^data: (.+)$/m);
      if (data) yield JSON.parse(data[1]);
    }
  }
}

function fetcher(params) {
  return /^\s*subscription\b/m.test(params.query) ? follow(params) : ask(params);
}

const field = document.querySelector("#token");
field.value = localStorage.getItem(key) ?? "";
field.addEventListener("change", () => localStorage.setItem(key, field.value.trim()));

document.querySelector("#guest").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/v1/guests", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: new FormData(event.target).get("name") }),
  });
  const { token, detail } = await answer.json();
  if (!token) return alert(detail);
  localStorage.setItem(key, token);
  field.value = token;
});

ReactDOM.render(
  React.createElement(GraphiQL, {
    fetcher,
    defaultQuery: "{\n  games {\n    name\n    title\n    credits\n  }\n}\n",
  }),
  document.querySelector("#graphiql"),
);
