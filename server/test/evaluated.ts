import type { Db } from "../src/platform/db/index.ts";
import { insertRow } from "./database.ts";

/** Stores that a station is limited, because a movement failed, as if a server had evaluated it. */
export async function addEvaluated(db: Db, station_name: string, org_id: number): Promise<void> {
  const since = "2026-02-28T09:00:00.000Z";
  const args = { job: "home_all" };
  const shown = { effect: "limit", args, ignoredUntil: null };
  const readiness = {
    state: "limited",
    since,
    reasons: [{ code: "job_failed", effect: "limit", since, args }],
    charged: 3,
    slots: 8,
    next_charged_at: null,
    busy: null,
    not_checked: ["latch"],
  };
  const hold = { id: "job_failed", began: Date.parse(since), gone: null, subject: null, shown };
  const evaluated = { readiness, holds: [hold], next: "none_charging", missing: 0, isKnown: true };
  await insertRow(db, "station_readiness", { station_name, evaluated: JSON.stringify(evaluated), org_id, link: true });
}
