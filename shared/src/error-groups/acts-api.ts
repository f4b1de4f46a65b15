import { z } from "zod";
import { endpoint } from "../contract/index.ts";
import { idOf, numberInQuery } from "../lib/index.ts";
import { archiveGroups, mergeGroups, resolveGroups, splitGroup, unarchiveGroups } from "./acts.ts";
import { errorGroup, groupId, groupReadinessEffect } from "./group.ts";

const groupParams = z.object({ group: numberInQuery.pipe(groupId) });

const acted = z.object({ groups: z.array(errorGroup) });

export const resolveErrorGroups = endpoint({
  name: "resolveErrorGroups",
  summary:
    "Resolves all open errors of groups with one solution. Up to 5000 errors are resolved at once (200); more are resolved by the server afterwards (202), and each group shows the progress. 412 when a group was changed since the caller's `rev`.",
  method: "POST",
  path: "/api/error-groups/resolve",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "errors", "support_log"],
  idempotencyKey: true,
  body: resolveGroups,
  refusals: [404, 412],
  replies: { 200: acted.extend({ errors: z.int() }), 202: acted.extend({ errors: z.int() }) },
});

export const archiveErrorGroups = endpoint({
  name: "archiveErrorGroups",
  summary:
    "Archives groups until a condition is met, for at most 90 days. 412 when a group was changed since the caller's `rev`.",
  method: "POST",
  path: "/api/error-groups/archive",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "errors", "support_log"],
  idempotencyKey: true,
  body: archiveGroups,
  refusals: [404, 409, 412],
  replies: { 200: acted },
});

export const unarchiveErrorGroups = endpoint({
  name: "unarchiveErrorGroups",
  summary:
    "Returns archived groups to the open ones. Others stay as they are. 412 when a group was changed since the caller's `rev`.",
  method: "POST",
  path: "/api/error-groups/unarchive",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "errors", "support_log"],
  idempotencyKey: true,
  body: unarchiveGroups,
  refusals: [404, 412],
  replies: { 200: acted },
});

export const mergeErrorGroups = endpoint({
  name: "mergeErrorGroups",
  summary: "Merges groups into one of them. 412 when a group was changed since the caller's `rev`.",
  method: "POST",
  path: "/api/error-groups/merge",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "errors", "support_log"],
  idempotencyKey: true,
  body: mergeGroups,
  refusals: [404, 409, 412],
  replies: { 200: acted },
});

export const setGroupReadinessEffect = endpoint({
  name: "setGroupReadinessEffect",
  summary:
    "Says which effect a group has on the readiness of stations with unresolved errors of it, until it is resolved (409 if it is). 412 when the group was changed since the caller's `rev`.",
  method: "PUT",
  path: "/api/error-groups/:group/readiness-effect",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "readiness", "station"],
  params: groupParams,
  body: z.strictObject({ rev: z.int(), effect: groupReadinessEffect }),
  refusals: [409, 412],
  replies: { 200: acted },
});

export const removeGroupFingerprint = endpoint({
  name: "removeGroupFingerprint",
  summary:
    "Removes a fingerprint from a group, for good: no pattern merges it again. It returns to the group that it had before a merge, or gets a new one. The only fingerprint of a group cannot be removed (409).",
  method: "DELETE",
  path: "/api/error-groups/:group/fingerprints/:fingerprint",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "errors", "support_log"],
  params: groupParams.extend({ fingerprint: numberInQuery.pipe(idOf("There is no such fingerprint.")) }),
  query: z.strictObject({ rev: z.coerce.number().pipe(z.int()) }),
  refusals: [409, 412],
  replies: { 200: acted },
});

export const splitErrorGroup = endpoint({
  name: "splitErrorGroup",
  summary:
    "Splits a fingerprint of a group by what stands at one of its placeholders: errors with each value become a group of their own, also those of the past, which the server moves afterwards. 409 for a fingerprint that was split already, 412 when the group was changed since the caller's `rev`.",
  method: "POST",
  path: "/api/error-groups/:group/split",
  access: "admin",
  keyScope: null,
  topics: ["error_groups", "errors", "support_log"],
  idempotencyKey: true,
  params: groupParams,
  body: splitGroup,
  refusals: [409, 412],
  replies: { 202: acted },
});
