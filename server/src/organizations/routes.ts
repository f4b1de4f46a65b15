import { createOrganization, listOrganizations } from "@groundcrew/shared/organizations";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../db/index.ts";
import { answer, Problem, route } from "../http/index.ts";
import { countStations, insertOrganization, listAll } from "./queries.ts";

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
