import { ReadyJson } from "@groundcrew/shared/contract";
import { DAY_MS } from "@groundcrew/shared/lib";
import { sinceShipment, swapsSince } from "@groundcrew/shared/stations";
import {
  getOrganizationActivity,
  getOrganizationHistory,
  getStationHistory,
  getSwapStats,
  type SwapStats,
} from "@groundcrew/shared/stats";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, notFound, route } from "../platform/http/index.ts";
import { findStation, SWAP_PERIODS_MS } from "../stations/index.ts";
import { ACTIVITY_MS } from "./activity.ts";
import { seesOrganization, selectActions, selectActivity, selectSwapCounts, type SwapCounts } from "./fleet-queries.ts";
import { readHistory } from "./read-history.ts";

const ACTIONS_MS = 7 * DAY_MS;

/** Histories and statistics of stations and organizations. */
export function statsRoutes(app: FastifyInstance, { db: shared, now }: { db: SharedDb; now: () => number }): void {
  const ago = (ms: number) => new Date(now() - ms).toISOString();

  route(app, getStationHistory, async ({ params, query, scope }) => {
    const db = scoped(shared, scope);
    const station = await findStation(db, params.station, scope);
    if (!station) throw notFound();
    const after = query.filter_after ?? null;
    const points = await readHistory(db, { name: params.station, created: station.created, after });
    const shown = query.include_online ? points : points.map(({ online: _online, ...point }) => point);
    // Not checked against the schema, which takes a fifth of the CPU time of a long history.
    return answer(200, new ReadyJson(JSON.stringify(shown)));
  });

  route(app, getOrganizationHistory, async ({ query, scope }) => {
    const db = scoped(shared, scope);
    const orgId = query.org_id ?? scope.orgId;
    if (orgId !== null && !(await seesOrganization(db, orgId, scope))) throw notFound();
    return answer(200, await selectActivity(db, orgId, ago(ACTIVITY_MS)));
  });

  route(app, getOrganizationActivity, async () => answer(200, await selectActions(shared, ago(ACTIONS_MS))));

  route(app, getSwapStats, async ({ query, scope }) => {
    const counts = await selectSwapCounts(scoped(shared, scope), scope, query.names ?? null);
    return answer(
      200,
      counts.map((station) => swapStatsOf(station, now())),
    );
  });
}

/** A station's swaps in each period that ends at `now` (ms). */
function swapStatsOf(station: SwapCounts, now: number): SwapStats {
  const total = station.swaps_performed;
  const since = (period: keyof typeof SWAP_PERIODS_MS) =>
    swapsSince({ total, baseline: station[period], created: station.created }, now - SWAP_PERIODS_MS[period]);
  return {
    station: station.name,
    swaps_all: total,
    swaps_year: since("swaps_year"),
    swaps_months_3: since("swaps_months_3"),
    swaps_months_1: since("swaps_months_1"),
    swaps_week: since("swaps_week"),
    swaps_day: since("swaps_day"),
    swaps_shipment: station.shipped === null ? null : sinceShipment(total, station.swaps_shipment),
  };
}
