import { availabilityReport, type AvailabilityReport } from "@groundcrew/shared/availability";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import type { ReadinessChange } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { beforeEach, expect } from "vitest";
import { historyChange, historyReason } from "../../shared/test/readiness-history.ts";
import { availabilityRoutes, recipientRoutes } from "../src/availability/index.ts";
import { formMessages } from "../src/notifications/messages/form-messages.ts";
import { recordEvaluation, rollUpDays, storeChanges } from "../src/readiness/index.ts";
import { callsRig, FIELD, HARBOR, type Who } from "./calls-rig.ts";
import { emptyTables } from "./database.ts";

export const OCTOBER = Date.parse("2026-10-01T00:00:00.000Z");
export const NOVEMBER = Date.parse("2026-11-01T00:00:00.000Z");

/** A time (ms) of a day of October, or after it. */
export const at = (day: number, hours = 0) => OCTOBER + (day - 1) * DAY_MS + hours * HOUR_MS;

export const withoutBattery = { reasons: [historyReason("no_battery", { charged: 0 })] };

const TABLES = [
  "availability_months",
  "readiness_changes",
  "readiness_days",
  "readiness_day_sums",
  "readiness_causes",
  "readiness_evaluations",
  "readiness_rollup",
  "readiness_thirds",
  "readiness_rule_changes",
  "report_recipients",
  "reports_sent",
  "swap_days",
  "swap_thirds",
  "swap_totals",
] as const;

/** Reports of availability on a database of the test file's own, at a time that tests set: 06:00 on November 1st when each begins. */
export async function availabilityRig() {
  const clock = { now: NOVEMBER + 6 * HOUR_MS };
  const now = () => clock.now;
  const { asOwner, call, db, orgs } = await callsRig({
    now,
    add({ app, db }) {
      availabilityRoutes(app, { db, now });
      recipientRoutes(app, { db, now });
    },
  });
  beforeEach(async () => {
    clock.now = NOVEMBER + 6 * HOUR_MS;
    await emptyTables(db, TABLES);
  });
  const changeOf =
    (station: string, org_id: number) =>
    (...[time, state, more]: Parameters<typeof historyChange>) =>
      historyChange(time, state, { station, org_id, ...more });

  /** Stores changes, with evaluation from one time to another, and rolls up what has ended. */
  async function record(changes: readonly ReadinessChange[], from = OCTOBER, until = clock.now) {
    await recordEvaluation(db, from);
    await sql`update readiness_evaluations set until = ${new Date(until).toISOString()}::timestamptz`.execute(db);
    await storeChanges(db, changes);
    await rollUpDays(db, until);
  }

  async function report(who: Who, query: string): Promise<AvailabilityReport> {
    const reply = await call(who, `/availability?${query}`);
    expect(reply.statusCode).toBe(200);
    return availabilityReport.parse(reply.json());
  }

  /** The messages that are formed of notifications at a time, by receiver. */
  async function messages(time: number) {
    await formMessages({ db, origin: "https://groundcrew.example", product: "Groundcrew" }, time);
    return (await sql`select payload from jobs order by receiver`.execute(db)).rows;
  }

  return {
    asOwner,
    call,
    clock,
    db,
    orgs,
    ofHarbor: changeOf(HARBOR, orgs.harbor),
    ofField: changeOf(FIELD, orgs.field),
    messages,
    record,
    report,
  };
}
