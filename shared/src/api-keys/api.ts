import { z } from "zod";
import { endpoint, keyScope } from "../contract/index.ts";
import { lineOf, listInQuery, orgIdInQuery } from "../lib/index.ts";
import { apiKey, keyDescription, keyScopes, newApiKey, USUAL_SCOPES } from "./api-key.ts";

export const listApiKeys = endpoint({
  name: "listApiKeys",
  summary: "The API keys of an organization, by default the caller's own, newest first. At most 1000.",
  method: "GET",
  path: "/api/apikeys",
  access: "user",
  keyScope: null,
  topics: ["api_keys"],
  query: z.strictObject({ org_id: orgIdInQuery.optional() }),
  refusals: [404],
  replies: { 200: z.array(apiKey) },
});

export const createApiKey = endpoint({
  name: "createApiKey",
  summary:
    "Creates an API key for an organization, by default the caller's own, and returns it this once. `scopes` are separated by commas. Only admins may give `write_errors`, and only to keys of the provider's organization: 403.",
  method: "POST",
  path: "/api/apikeys",
  access: "manager",
  keyScope: null,
  topics: ["api_keys"],
  idempotencyKey: true,
  query: z.strictObject({
    org_id: orgIdInQuery.optional(),
    description: keyDescription,
    kind: z.literal("general", "The only kind of key is general.").default("general"),
    scopes: listInQuery(keyScope)
      .pipe(keyScopes)
      .default([...USUAL_SCOPES]),
  }),
  refusals: [404, 409],
  replies: { 201: newApiKey },
});

export const revokeApiKey = endpoint({
  name: "revokeApiKey",
  summary: "Revokes an API key; later calls with it are rejected.",
  method: "DELETE",
  path: "/api/apikeys",
  access: "manager",
  keyScope: null,
  topics: ["api_keys"],
  query: z.strictObject({
    org_id: orgIdInQuery.optional(),
    name: lineOf(100, "Name the key."),
  }),
  refusals: [404],
  replies: { 204: z.null() },
});
