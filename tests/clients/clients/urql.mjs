// urql: HTTP for queries and mutations, graphql-ws for subscriptions.

import { Client, cacheExchange, fetchExchange, subscriptionExchange } from "@urql/core";
import { createClient } from "graphql-ws";
import WebSocket from "ws";

export async function connect(url, token) {
  const authorization = `Bearer ${token}`;
  const socket = createClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
  });
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization } },
    requestPolicy: "network-only",
    exchanges: [
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: (request) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe({ ...request, query: request.query ?? "" }, sink),
          }),
        }),
      }),
    ],
  });
  const checked = ({ data, error }) => {
    if (error) throw error;
    return data;
  };
  return {
    query: async (query, variables) => checked(await client.query(query, variables).toPromise()),
    mutate: async (query, variables) => checked(await client.mutation(query, variables).toPromise()),
    subscribe: (query, variables, sink) =>
      client.subscription(query, variables).subscribe((result) => {
        if (result.error) sink.error(result.error);
        else if (result.data) sink.next(result.data);
      }),
    close: () => socket.dispose(),
  };
}
