import { createApiKey, listApiKeys, renewApiKey, revokeApiKey } from "@groundcrew/shared/api-keys";
import type { FastifyInstance } from "fastify";
import { organizationFor } from "../organizations/index.ts";
import { answer, route } from "../platform/http/index.ts";
import { listKeys } from "./queries.ts";
import { createOne, readerOf, renewOne, revokeOne, type KeyOptions } from "./save-key.ts";

/** Routes of an organization's API keys: its users list them, its managers create, renew and revoke them. */
export function apiKeyRoutes(app: FastifyInstance, options: KeyOptions): void {
  route(app, listApiKeys, async (call) => {
    const { id } = await organizationFor(options.db, call.principal, call.query.org_id);
    return answer(200, await listKeys(options.db, readerOf(options, call), id));
  });
  route(app, createApiKey, (call) => createOne(options, call));
  route(app, renewApiKey, (call) => renewOne(options, call));
  route(app, revokeApiKey, (call) => revokeOne(options, call));
}
