import {
  getBroker,
  getRestoreProgress,
  getStationNotices,
  isConnectionFault,
  listLimitedStations,
  listQuarantinedEvents,
  listRejectedConnections,
  listInvalidMessages,
  type LimitedStation,
  type StationNotices,
} from "@groundcrew/shared/link";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { FastifyInstance } from "fastify";
import { scoped, type Db, type SharedDb } from "../platform/db/index.ts";
import { findSwapDifference, selectLimited, selectQuarantined, type EventLimits } from "../ingest/index.ts";
import { answer, notFound, route } from "../platform/http/index.ts";
import type { Rejections } from "../platform/link/index.ts";
import { findProgress } from "../restores/index.ts";
import { findStation } from "../stations/index.ts";

type LinkRoutes = {
  db: SharedDb;
  /** Those of this server, to which calls about its stations come. */
  rejections: () => Promise<Rejections>;
  allRejections: () => Promise<Rejections>;
  /** The address at which stations reach the broker; null when only the broker's operator knows it. */
  brokerPublicUrl: string | null;
  config: { eventLimits: EventLimits; errorsKeptDays: number; eventsKeptDays: number };
  now: () => number;
};

/** An event may arrive later than the snapshot with the counter that includes it, so only a lasting difference is reported. */
const MIN_DIFFERENCE_AGE_MS = 30 * MINUTE_MS;
/** How long a fault is displayed after it was last seen. */
const CURRENT_FAULT_MS = 15 * MINUTE_MS;

/** Problems on the link: all of them for admins, a single station's for everyone who sees it. */
export function linkRoutes(app: FastifyInstance, options: LinkRoutes): void {
  const { db: shared, rejections, allRejections, brokerPublicUrl, config, now } = options;

  async function limited(db: Db, station?: string): Promise<LimitedStation[]> {
    const rows = await selectLimited(db, { station: station ?? null, now: new Date(now()).toISOString() });
    return rows.map(({ station: name, since, per_minute, limited_by: kind }) => {
      return { station: name, since, per_minute, limit: { kind, value: limitValue(kind, config.eventLimits) } };
    });
  }

  async function connectionFault(station: string): Promise<StationNotices["connection_fault"]> {
    const since = new Date(now() - CURRENT_FAULT_MS).toISOString();
    const found = (await rejections()).connections?.find(
      (one) => one.station === station && isConnectionFault(one.reason),
    );
    if (!found || found.last_tried < since) return null;
    const { reason, first_tried, last_tried, tries } = found;
    return { reason, first_tried, last_tried, tries };
  }

  route(app, listQuarantinedEvents, async ({ query, scope }) => {
    return answer(200, {
      events: await selectQuarantined(scoped(shared, scope), query),
      kept_days: config.eventsKeptDays,
    });
  });

  route(app, listRejectedConnections, async () => answer(200, (await allRejections()).connections));

  route(app, listInvalidMessages, async () => answer(200, (await allRejections()).messages));

  route(app, listLimitedStations, async ({ scope }) => answer(200, await limited(scoped(shared, scope))));

  route(app, getBroker, async () => answer(200, { public_url: brokerPublicUrl }));

  route(app, getRestoreProgress, async ({ scope }) => {
    const progress = await findProgress(scoped(shared, scope), new Date(now()).toISOString());
    return answer(200, progress ?? null);
  });

  route(app, getStationNotices, async ({ params: { station }, scope }) => {
    const db = scoped(shared, scope);
    if (!(await findStation(db, station, scope))) throw notFound();
    const [tooMany = null] = await limited(db, station);
    const until = new Date(now() - MIN_DIFFERENCE_AGE_MS).toISOString();
    const swaps = scope.orgId === null ? await findSwapDifference(db, station, until) : undefined;
    return answer(200, {
      too_many_events: tooMany,
      swap_counts: swaps ?? null,
      connection_fault: await connectionFault(station),
      errors_kept_days: config.errorsKeptDays,
    });
  });
}

function limitValue(kind: LimitedStation["limit"]["kind"], { perSecond, errorsPerDay }: EventLimits): number {
  return kind === "errors_per_day" ? errorsPerDay : (perSecond * MINUTE_MS) / SECOND_MS;
}
