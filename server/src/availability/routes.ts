import { getAvailability } from "@groundcrew/shared/availability";
import { ReadyJson } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { findPlaced } from "../placed-stations/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route } from "../platform/http/index.ts";
import { organizationName } from "./queries.ts";
import { readReport, usualMonth } from "./report.ts";

/** Reports of availability. */
export function availabilityRoutes(
  app: FastifyInstance,
  { db: shared, now }: { db: SharedDb; now: () => number },
): void {
  route(app, getAvailability, async ({ query: { month, from, to, org_id, site, tag }, scope }) => {
    const db = scoped(shared, scope);
    const placed = await findPlaced(db, { orgId: org_id, site, tag }, scope);
    const orgId = org_id ?? scope.orgId ?? placed?.site?.org_id ?? null;
    const organization = orgId === null ? null : await organizationName(db, orgId, scope);
    if (orgId !== null && organization === null) throw notFound();
    const days =
      from !== undefined && to !== undefined ? { from, to } : { month: month ?? (await usualMonth(db, orgId, now())) };
    const report = await readReport(db, { days, orgId, organization, placed, now: now(), scope });
    // Not checked against the schema, which takes long for a large fleet.
    return answer(200, new ReadyJson(JSON.stringify(report)));
  });
}
