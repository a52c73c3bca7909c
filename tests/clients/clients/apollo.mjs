// Apollo Client: HTTP for queries and mutations, graphql-ws for subscriptions.

import apollo from "@apollo/client/core/core.cjs";
import subscriptions from "@apollo/client/link/subscriptions/subscriptions.cjs";
import utilities from "@apollo/client/utilities/utilities.cjs";
import { createClient } from "graphql-ws";
import WebSocket from "ws";

const { ApolloClient, HttpLink, InMemoryCache, gql, split } = apollo;
const { GraphQLWsLink } = subscriptions;
const { getMainDefinition } = utilities;

export async function connect(url, token) {
  const authorization = `Bearer ${token}`;
  const socket = createClient({
    url: `${url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
  });
  const link = split(
    ({ query }) => getMainDefinition(query).operation === "subscription",
    new GraphQLWsLink(socket),
    new HttpLink({ uri: `${url}/graphql`, headers: { authorization } }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  return {
    query: async (query, variables) =>
      (await client.query({ query: gql(query), variables, fetchPolicy: "network-only" })).data,
    mutate: async (mutation, variables) =>
      (await client.mutate({ mutation: gql(mutation), variables })).data,
    subscribe: (query, variables, sink) =>
      client.subscribe({ query: gql(query), variables, fetchPolicy: "no-cache" }).subscribe({
        next: (result) => sink.next(result.data),
        error: sink.error,
      }),
    close: async () => {
      client.stop();
      await socket.dispose();
    },
  };
}
