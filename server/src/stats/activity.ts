import { DAY_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../platform/db/index.ts";
import { repeat } from "../platform/lib/index.ts";
import {
  deleteActivity,
  newestActivity,
  stepsAfter,
  writeActivity,
  type ActivityEntry,
  type StationPosition,
  type Step,
} from "./activity-queries.ts";

/** The period that a row covers, and how long rows are stored. */
const STEP_MS = 10 * MINUTE_MS;
export const ACTIVITY_MS = DAY_MS;
const STEPS = ACTIVITY_MS / STEP_MS;

const EVERY_MS = MINUTE_MS;
/** Stations report with a delay; until then the newest ten minutes would look like a drop. */
const SETTLED_MS = 2 * MINUTE_MS;
const CHUNK = 500;
const WRITTEN_AT_ONCE = 5_000;

/**
 * Computes the activity of organizations over the day until `now` (ms) from their stations' history, once for every ten minutes that have
 * ended. The whole day is computed each time, so that late reports are included. A station counts for the organization it is in now.
 */
export async function updateActivity(db: Db, now: number): Promise<void> {
  const end = Math.floor(now / STEP_MS) * STEP_MS;
  const newest = await newestActivity(db);
  if (newest !== null && Date.parse(newest) >= end) return;
  const steps = await readSteps(db, end);
  const entries = [...steps].flatMap(([orgId, own]) => entriesOf(orgId, own, end));
  for (let at = 0; at < entries.length; at += WRITTEN_AT_ONCE) {
    await writeActivity(db, entries.slice(at, at + WRITTEN_AT_ONCE));
  }
  await deleteActivity(db, new Date(end - ACTIVITY_MS).toISOString(), [...steps.keys()]);
}

/** Keeps the activity of organizations up to date. */
export function startActivityRollup({ db, now, log }: { db: Db; now: () => number; log: Logger }): {
  stop(): Promise<void>;
} {
  const failure = "the activity of organizations could not be computed";
  return repeat(() => updateActivity(db, now() - SETTLED_MS), { everyMs: EVERY_MS, log, failure });
}

type Counts = { swaps: number[]; online: number[] };

/** The steps by organization; the first of each list is step -1. */
async function readSteps(db: Db, end: number): Promise<Map<number, Counts>> {
  const period = {
    start: new Date(end - ACTIVITY_MS).toISOString(),
    end: new Date(end).toISOString(),
    stepS: STEP_MS / SECOND_MS,
  };
  const byOrganization = new Map<number, Counts>();
  let after: StationPosition | undefined = { org_id: 0, name: "" };
  while (after) {
    const { steps, last } = await stepsAfter(db, period, { after, limit: CHUNK });
    for (const step of steps) add(byOrganization, step);
    after = last;
  }
  return byOrganization;
}

function add(to: Map<number, Counts>, { org_id, step, swaps, online }: Step): void {
  const zeros = () => Array.from({ length: STEPS + 1 }, () => 0);
  const counts = to.get(org_id) ?? { swaps: zeros(), online: zeros() };
  to.set(org_id, counts);
  counts.swaps[step + 1] = (counts.swaps[step + 1] ?? 0) + swaps;
  counts.online[step + 1] = (counts.online[step + 1] ?? 0) + online;
}

function entriesOf(orgId: number, { swaps, online }: Counts, end: number): ActivityEntry[] {
  let isOnline = online[0] ?? 0;
  return Array.from({ length: STEPS }, (_, step) => {
    isOnline += online[step + 1] ?? 0;
    const time = new Date(end - ACTIVITY_MS + (step + 1) * STEP_MS).toISOString();
    return { org_id: orgId, time, activity: swaps[step + 1] ?? 0, online: isOnline };
  });
}
