import { changeStationErrors, listStationErrors } from "@groundcrew/shared/station-errors";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, authorOf, matchesTag, notFound, Problem, route, type Scope } from "../platform/http/index.ts";
import { findStation } from "../stations/index.ts";
import { changeErrors } from "./change-errors.ts";
import { selectErrors, type ErrorQuery } from "./queries.ts";

/** Lists a station's errors; resolves and attaches them. `refresh` updates changed stations in the station list. */
export function stationErrorRoutes(
  app: FastifyInstance,
  { db: shared, refresh }: { db: SharedDb; refresh: (names: readonly string[]) => Promise<void> },
): void {
  route(app, listStationErrors, async ({ params, query, headers, scope }) => {
    const db = scoped(shared, scope);
    // Read before the errors: a change in between can only make the tag too old, not the errors.
    const station = await findStation(db, params.station, scope);
    if (!station) throw notFound();
    const { filter_resolved: resolved, filter_after: after, filter_minute: minute, limit } = query;
    const errorQuery = { resolved, after, minute, afterError: query.after_error, limit };
    const etag = tagOf(station.changed_xid, scope, errorQuery);
    if (matchesTag(headers["if-none-match"], etag)) return answer(304, null, { etag });
    const errors = await selectErrors(db, { scope, station: params.station, query: errorQuery });
    return answer(200, errors, { etag });
  });

  route(app, changeStationErrors, async (call) => {
    const { params, body, scope, principal } = call;
    const isAttaching = body.some(({ supportlog_entry_id }) => supportlog_entry_id !== undefined);
    if (isAttaching && !scope.admin) throw new Problem(403, "Only admins can attach errors to an entry.");
    const by = principal.kind === "user" ? principal.user.email : authorOf(principal);
    const outcome = await change(scoped(shared, scope), call, async (tx) => {
      const { errors, audit } = await changeErrors(tx, { scope, station: params.station, changes: body, by });
      return { answer: answer(200, errors), audit };
    });
    await refresh([params.station]);
    return outcome;
  });
}

/** Contains the query and the caller's scope, so a tag is not valid for a caller with another scope. */
function tagOf(
  changedXid: string,
  { orgId, admin }: Scope,
  { resolved, after, minute, afterError, limit }: ErrorQuery,
): string {
  return `W/"${[changedXid, orgId ?? "all", admin, resolved, after, minute, afterError, limit].join(".")}"`;
}
