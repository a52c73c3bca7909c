// The audits of graphql-http, which follow the GraphQL-over-HTTP specification.

import { auditServer } from "graphql-http";

const results = await auditServer({ url: `${process.env.HOWDAH_URL}/graphql` });
console.log(JSON.stringify(results.map(({ id, name, status, reason }) => ({ id, name, status, reason }))));
