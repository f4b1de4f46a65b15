import { z } from "zod";
import { endpoint, keyScope } from "../contract/index.ts";
import { lineOf, listInQuery, orgIdInQuery, timeInQuery } from "../lib/index.ts";
import {
  apiKey,
  KEY_ADDRESSES_MAX,
  keyAddress,
  keyDescription,
  keyScopes,
  newApiKey,
  USUAL_SCOPES,
} from "./api-key.ts";

const keyInQuery = z.strictObject({ org_id: orgIdInQuery.optional(), name: lineOf(100, "Name the key.") });

export const listApiKeys = endpoint({
  name: "listApiKeys",
  summary:
    "The API keys of an organization, by default the caller's own, newest first. At most 1000. Those that have ended are listed for 30 days.",
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
    "Creates an API key for an organization, by default the caller's own, and returns it this once. It ends at `ends`, at most a year from now and by default in 365 days. `scopes`, and `addresses` or networks from which alone it is accepted, are separated by commas. Only admins may give `write_errors`, and only to keys of the provider's organization: 403.",
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
    ends: timeInQuery.optional(),
    addresses: listInQuery(keyAddress)
      .pipe(z.array(z.string()).max(KEY_ADDRESSES_MAX, `List at most ${KEY_ADDRESSES_MAX} addresses.`))
      .default([]),
  }),
  refusals: [404, 409],
  replies: { 201: newApiKey },
});

export const renewApiKey = endpoint({
  name: "renewApiKey",
  summary:
    "Gives an API key a new secret and returns it this once. It has the same name and scopes, and ends after as long a time as before, or in a year if it never ended. The previous key stays valid for another 24 hours, unless it has ended; until then, renewing it once more is a 409.",
  method: "POST",
  path: "/api/apikeys/renewal",
  access: "manager",
  keyScope: null,
  topics: ["api_keys"],
  idempotencyKey: true,
  query: keyInQuery,
  refusals: [404, 409],
  replies: { 200: newApiKey },
});

export const revokeApiKey = endpoint({
  name: "revokeApiKey",
  summary: "Revokes an API key; later calls with it are rejected.",
  method: "DELETE",
  path: "/api/apikeys",
  access: "manager",
  keyScope: null,
  topics: ["api_keys"],
  query: keyInQuery,
  refusals: [404],
  replies: { 204: z.null() },
});
