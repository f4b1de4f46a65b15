import { createOrganization, listOrganizations } from "@groundcrew/shared/organizations";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route } from "../platform/http/index.ts";
import { countStations, countUsersWithout, insertOrganization, listAll } from "./queries.ts";
import { stepRuleRoutes } from "./step-rule.ts";

/** The organizations, for admins, and whether each requires a second factor. */
export function organizationRoutes(app: FastifyInstance, options: { db: SharedDb; now: () => number }): void {
  const { db } = options;
  stepRuleRoutes(app, options);

  route(app, listOrganizations, async ({ query, scope }) => {
    const organizations = await listAll(db);
    const stations = query.include_station_quantity ? await countStations(scoped(db, scope)) : null;
    const users = query.include_users_without ? await countUsersWithout(db) : null;
    const withCounts = organizations.map((one) =>
      Object.assign(
        one,
        stations && { station_quantity: stations.get(one.id) ?? 0 },
        users && { users_without: users.get(one.id) ?? 0 },
      ),
    );
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

/** The warning for a setting that names another provider than the database. */
export function renamedProvider(configured: string, stored: string): string {
  const rule = "BRAND_PROVIDER names the provider at the first start only";
  return `${rule}: this database has "${stored}", so "${configured}" is ignored.`;
}
