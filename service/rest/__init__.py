"""REST for clients without GraphQL: /v1, described by /openapi.json."""
