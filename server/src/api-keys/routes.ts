import { ADMIN_SCOPES, createApiKey, listApiKeys, revokeApiKey } from "@groundcrew/shared/api-keys";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, authorOf, notFound, Problem, route, type Principal } from "../platform/http/index.ts";
import { hashSecret, newToken, writeToken } from "../platform/lib/index.ts";
import { organizationFor } from "../organizations/index.ts";
import { KEY } from "./api-keys.ts";
import { deleteKey, insertKey, listKeys } from "./queries.ts";

/** Routes of an organization's API keys: its users list them, its managers create and revoke them. */
export function apiKeyRoutes(app: FastifyInstance, { db, provider }: { db: SharedDb; provider: string }): void {
  route(app, listApiKeys, async ({ principal, query }) => {
    const { id } = await organizationFor(db, principal, query.org_id);
    return answer(200, await listKeys(db, id));
  });

  route(app, createApiKey, async (call) => {
    const { id: orgId, name: organization } = await organizationFor(db, call.principal, call.query.org_id);
    const { name, secret } = newToken(KEY);
    const { description, scopes } = call.query;
    if (scopes.some((scope) => ADMIN_SCOPES.has(scope))) requireAdmin(call.principal, organization === provider);
    return change(db, call, async (tx) => {
      const createdBy = nameOf(call.principal);
      const made = await insertKey(tx, { orgId, name, description, secretHash: hashSecret(secret), createdBy, scopes });
      return {
        answer: answer(201, { ...made, key: writeToken({ name, secret }) }),
        audit: { target: `api key ${name}`, orgId, after: { description, scopes } },
        secret: true,
      };
    });
  });

  route(app, revokeApiKey, async (call) => {
    const { id: orgId } = await organizationFor(db, call.principal, call.query.org_id);
    const { name } = call.query;
    return change(db, call, async (tx) => {
      const description = await deleteKey(tx, orgId, name);
      if (description === undefined) throw notFound();
      return { answer: answer(204, null), audit: { target: `api key ${name}`, orgId, before: { description } } };
    });
  });
}

/** Keys that may do what only admins do are for programs of the provider, and admins choose them. */
function requireAdmin(principal: Principal, isOfProvider: boolean): void {
  if (principal.kind !== "user" || !principal.user.can_admin)
    throw new Problem(403, "Only admins can create this key.");
  if (!isOfProvider) throw new Problem(403, "Only keys of the provider's organization can have this scope.");
}

function nameOf(principal: Principal): string {
  return principal.kind === "user" ? principal.user.email : authorOf(principal);
}
