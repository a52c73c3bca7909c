// graphql-ws: everything over one WebSocket.

import { createClient } from "graphql-ws";
import WebSocket from "ws";

export async function connect(url, token) {
  const client = createClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  });
  const once = async (query, variables) => {
    for await (const result of client.iterate({ query, variables })) {
      if (result.errors) throw new Error(JSON.stringify(result.errors));
      return result.data;
    }
  };
  return {
    query: once,
    mutate: once,
    subscribe: (query, variables, sink) =>
      client.subscribe(
        { query, variables },
        {
          next: (result) =>
            result.errors ? sink.error(new Error(JSON.stringify(result.errors))) : sink.next(result.data),
          error: (error) => sink.error(new Error(JSON.stringify(error))),
          complete: () => {},
        },
      ),
    close: () => client.dispose(),
  };
}
