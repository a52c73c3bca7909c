// graphql-sse: everything as Server-Sent Events, one connection per operation.

import { createClient } from "graphql-sse";

export async function connect(url, token) {
  const client = createClient({
    url: `${url}/graphql`,
    headers: { authorization: `Bearer ${token}` },
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
        { next: (result) => sink.next(result.data), error: sink.error, complete: () => {} },
      ),
    close: () => client.dispose(),
  };
}
