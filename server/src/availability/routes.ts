import { getAvailability } from "@groundcrew/shared/availability";
import { ReadyJson } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route } from "../platform/http/index.ts";
import { organizationName } from "./queries.ts";
import { readReport, usualMonth } from "./report.ts";

/** Reports of availability. */
export function availabilityRoutes(
  app: FastifyInstance,
  { db: shared, now }: { db: SharedDb; now: () => number },
): void {
  route(app, getAvailability, async ({ query: { month, from, to, org_id }, scope }) => {
    const db = scoped(shared, scope);
    const orgId = org_id ?? scope.orgId;
    const organization = orgId === null ? null : await organizationName(db, orgId, scope);
    if (orgId !== null && organization === null) throw notFound();
    const days =
      from !== undefined && to !== undefined ? { from, to } : { month: month ?? (await usualMonth(db, orgId, now())) };
    const report = await readReport(db, { days, orgId, organization, now: now(), scope });
    // Not checked against the schema, which takes long for a large fleet.
    return answer(200, new ReadyJson(JSON.stringify(report)));
  });
}
