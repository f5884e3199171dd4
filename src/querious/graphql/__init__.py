"""The GraphQL protocol: schema, type graph, plan, cases, shapes of answers, and which mutations make a collection."""
