"""The GraphQL API: schema, limits, compiled documents, HTTP, WebSocket and SSE."""
