import { capabilitiesOf, type FleetStation } from "@groundcrew/simulator/model";
import { DAY_MS, MINUTE_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Insertable } from "kysely";
import type { Database } from "../src/platform/db/index.ts";
import { configsOf, type ConfigRevision } from "./configs.ts";
import type { Plan } from "./plan.ts";
import { readinessPast, type ReadinessPast } from "./readiness.ts";
import { fleetEntry, isDocked, lastSnapshot } from "./simulated.ts";
import { errorEvents, errorsOf, type DemoError } from "./station-errors.ts";
import {
  eventsOf,
  historyStart,
  lastSwapOf,
  pointAt,
  pointsOf,
  swapsBefore,
  type Detail,
  type TimelinePoint,
} from "./timeline.ts";

/** Everything that has happened to a demo station so far. */
export type Past = {
  plan: Plan;
  /** Null for a station that cannot connect. */
  entry: FleetStation | null;
  errors: DemoError[];
  configs: ConfigRevision[];
  points: TimelinePoint[];
  state: Insertable<Database["station_states"]>;
  /** The last snapshot it sent; null for a station that never connected. */
  snapshot: string | null;
  readiness: ReadinessPast;
};

/** Generates a station's past until `now`. Its state, history and errors are consistent with each other. */
export function generatePast(
  plan: Plan,
  { now, detail, password }: { now: number; detail: Detail; password: string },
): Past {
  const errors = errorsOf(plan, { now, detail });
  const configs = configsOf(plan);
  const start = historyStart(plan, now);
  const doorKnown = !plan.role.faults?.includes("door_unknown");
  const events = [...eventsOf(plan, { now, detail }), ...errorEvents(errors)];
  const worked =
    plan.lastMessageAt === null ? [] : pointsOf(events, { start, swaps: swapsBefore(plan, start), doorKnown });
  const swaps = worked.at(-1)?.swaps ?? 0;
  const entry = fleetEntry(plan, { swaps, config: reported(configs.at(-1)), password });
  const snapshot = plan.lastMessageAt === null ? null : lastSnapshot(entry, plan.lastMessageAt);
  const points = atRest(worked, plan.lastMessageAt !== null && isDocked(entry, plan.lastMessageAt));
  return {
    plan,
    entry: plan.connects ? entry : null,
    errors,
    configs,
    points,
    state: stateOf({ plan, entry, points }, now),
    snapshot: snapshot && JSON.stringify(snapshot),
    readiness: readinessPast({ plan, entry, snapshot, errors, points }, { now, detail }),
  };
}

function reported(config: ConfigRevision | undefined): FleetStation["config"] {
  if (!config) return null;
  const { created: _created, seen: _seen, ...rest } = config;
  return rest;
}

/** The history with the pad state at its end that the simulated station will report. */
function atRest(points: TimelinePoint[], isDocked: boolean): TimelinePoint[] {
  const last = points.at(-1);
  if (!last || last.door === "open") return points;
  return [...points.slice(0, -1), { ...last, pad: isDocked ? "occupied" : "empty" }];
}

type Known = { plan: Plan; entry: FleetStation; points: TimelinePoint[] };

function stateOf({ plan, entry, points }: Known, now: number): Insertable<Database["station_states"]> {
  const lastMessageAt = iso(plan.lastMessageAt);
  const swaps = entry.swaps_performed;
  const at = (time: number) => totalAt({ plan, points }, time);
  const shipped = plan.shipped === null ? null : Date.parse(plan.shipped);
  return {
    station_name: plan.name,
    last_active: lastMessageAt,
    last_swapped: iso(lastSwapOf(points)),
    last_online: lastMessageAt,
    last_telemetry: lastMessageAt,
    swaps_performed: swaps,
    swaps_reported: plan.lastMessageAt === null ? null : swaps,
    capabilities: plan.lastMessageAt === null ? null : capabilitiesOf(entry),
    swaps_year: at(now - 365 * DAY_MS),
    swaps_months_3: at(now - 90 * DAY_MS),
    swaps_months_1: at(now - 30 * DAY_MS),
    swaps_week: at(now - 7 * DAY_MS),
    swaps_day: at(now - DAY_MS),
    swaps_shipment: shipped === null ? null : at(shipped),
    errors_shipment: shipped === null ? null : (pointAt(points, shipped)?.errors ?? 0),
  };
}

/** As the server computes it: a point holds from the end of its minute, and before a station was added there were no swaps. */
function totalAt({ plan, points }: Pick<Known, "plan" | "points">, time: number): number | null {
  return pointAt(points, time - MINUTE_MS)?.swaps ?? (plan.created >= time ? 0 : null);
}

function iso(time: number | null): Timestamp | null {
  return time === null ? null : new Date(time).toISOString();
}
