import {
  DELIVERIES_PAGE,
  downloadDeliveries,
  getDelivery,
  listDeliveries,
  listGivenUp,
} from "@groundcrew/shared/notifications";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, csvAnswer, notFound, preferencesOf, route } from "../platform/http/index.ts";
import {
  countDeliveries,
  findDelivery,
  selectAttempts,
  selectDeliveries,
  selectGivenUp,
} from "./deliveries-queries.ts";
import { deliveryColumns, deliveryPages } from "./write-deliveries-csv.ts";

/**
 * The log of notifications: an organization's users read its own, the provider's staff those of all. Admins also read which other work was
 * given up.
 */
export function notificationRoutes(app: FastifyInstance, { db }: { db: SharedDb }): void {
  route(app, listDeliveries, async ({ scope, query }) => {
    const { org_id, cursor, ...filter } = query;
    if (org_id !== undefined && !scope.sees(org_id)) throw notFound();
    const handle = scoped(db, scope);
    const where = { ...filter, orgId: org_id ?? scope.orgId };
    const page = await selectDeliveries(handle, where, { cursor, limit: DELIVERIES_PAGE });
    return answer(200, { ...page, counts: await countDeliveries(handle, where) });
  });
  route(app, downloadDeliveries, async ({ scope, query, principal }) => {
    const { org_id, ...filter } = query;
    if (org_id !== undefined && !scope.sees(org_id)) throw notFound();
    const pages = deliveryPages(scoped(db, scope), { ...filter, orgId: org_id ?? scope.orgId });
    return csvAnswer("deliveries.csv", deliveryColumns(preferencesOf(principal).units), pages);
  });
  route(app, getDelivery, async ({ scope, params }) => {
    const handle = scoped(db, scope);
    const found = await findDelivery(handle, params.delivery, scope.orgId);
    if (!found) throw notFound();
    const { text, ...delivery } = found;
    const attempts = delivery.message === null ? [] : await selectAttempts(handle, delivery.message);
    return answer(200, { delivery, attempts, text });
  });
  route(app, listGivenUp, async ({ scope }) => answer(200, await selectGivenUp(scoped(db, scope))));
}
