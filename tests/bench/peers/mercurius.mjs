// mercurius with graphql-jit: our schema, and one resolver that has the whole table at hand.
// node mercurius.mjs PORT SCHEMA ANSWER

import { readFileSync } from "node:fs";
import Fastify from "fastify";
import mercurius from "mercurius";

const [port, schema, answer] = process.argv.slice(2);
const { table } = JSON.parse(readFileSync(answer, "utf8")).data;

const app = Fastify();
app.register(mercurius, {
  schema: readFileSync(schema, "utf8"),
  resolvers: { Query: { table: () => table } },
  jit: 1,
});
await app.listen({ port: Number(port) });
