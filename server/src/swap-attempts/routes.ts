import { getSwapSuccess, listSwapAttempts } from "@groundcrew/shared/swap-attempts";
import type { FastifyInstance } from "fastify";
import { findPlaced } from "../placed-stations/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route, type Principal, type Scope } from "../platform/http/index.ts";
import { findStation } from "../stations/index.ts";
import { seesOrganization } from "../stats/index.ts";
import { selectAttempts } from "./attempt-queries.ts";
import { periodOf } from "./period.ts";
import { causeTitle, readSuccess } from "./read-success.ts";

/** The success of attempts to swap, and those that failed or had errors. */
export function swapAttemptRoutes(
  app: FastifyInstance,
  { db: shared, now }: { db: SharedDb; now: () => number },
): void {
  route(app, getSwapSuccess, async ({ query, scope, principal }) => {
    const db = scoped(shared, scope);
    const period = periodOf(query, now());
    const { org_id, station_type: stationType = null, firmware = null, site, tag, sort, limit } = query;
    const placed = await findPlaced(db, { orgId: org_id, site, tag }, scope);
    const orgId = org_id ?? scope.orgId ?? placed?.site?.org_id ?? null;
    if (orgId !== null && !(await seesOrganization(db, orgId, scope))) throw notFound();
    const filter = { orgId, stationType, firmware, stations: placed?.stations ?? null };
    return answer(
      200,
      await readSuccess(db, { period, filter, shown: { sort, limit, ...titlesFor(principal, scope) } }),
    );
  });

  route(app, listSwapAttempts, async ({ params, query, scope, principal }) => {
    const db = scoped(shared, scope);
    const { station } = params;
    if (!(await findStation(db, station, scope))) throw notFound();
    const { from, to } = periodOf(query, now());
    const wanted = { station, from, to, orgId: scope.orgId, firmware: query.firmware ?? null };
    const attempts = await selectAttempts(db, wanted);
    const titles = titlesFor(principal, scope);
    return answer(
      200,
      attempts.map(({ group, group_title, pattern, ...attempt }) => {
        const cause = causeTitle({ group_title, pattern }, titles);
        return Object.assign(attempt, { cause, group: titles.isAdmin ? group : null });
      }),
    );
  });
}

/** Only admins see groups of errors. */
function titlesFor(principal: Principal, { seesErrors }: Scope) {
  return { isAdmin: principal.kind === "user" && principal.user.can_admin, seesErrors };
}
