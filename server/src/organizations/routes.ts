import { createOrganization, listOrganizations } from "@groundcrew/shared/organizations";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route, notFound, type Principal } from "../platform/http/index.ts";
import { countStations, insertOrganization, listAll, findOrganization } from "./queries.ts";

/** The organizations, for admins. */
export function organizationRoutes(app: FastifyInstance, { db }: { db: SharedDb }): void {
  route(app, listOrganizations, async ({ query, scope }) => {
    const organizations = await listAll(db);
    if (!query.include_station_quantity) return answer(200, organizations);
    const counts = await countStations(scoped(db, scope));
    const withCounts = organizations.map(({ id, name }) => ({ id, name, station_quantity: counts.get(id) ?? 0 }));
    return answer(200, withCounts);
  });

  route(app, createOrganization, async (call) => {
    const { name } = call.query;
    return change(db, call, async (tx) => {
      const made = await insertOrganization(tx, name);
      if (!made) throw new Problem(409, `An organization called ${name} already exists.`);
      return { answer: answer(201, made), audit: { target: `organization ${made.id}`, orgId: made.id, after: made } };
    });
  });
}

/**
 * The organization that a call about users or API keys refers to: the caller's own unless it names another, which only admins may. For
 * everyone else another organization does not exist, whether it does or not.
 */
export async function organizationFor(
  db: SharedDb,
  principal: Principal,
  orgId: number | undefined,
): Promise<{ id: number; name: string }> {
  if (principal.kind !== "user") throw notFound();
  const { org_id: ownOrgId, can_admin } = principal.user;
  if (orgId !== undefined && orgId !== ownOrgId && !can_admin) throw notFound();
  const found = await findOrganization(db, orgId ?? ownOrgId);
  if (!found) throw notFound();
  return found;
}

/** The warning for a setting that names another provider than the database. */
export function renamedProvider(configured: string, stored: string): string {
  const rule = "BRAND_PROVIDER names the provider at the first start only";
  return `${rule}: this database has "${stored}", so "${configured}" is ignored.`;
}
