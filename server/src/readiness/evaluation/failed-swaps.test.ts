import type { StationEvent } from "@groundcrew/shared/link";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { failedSwaps } from "@groundcrew/shared/readiness";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../test/database.ts";
import { eventRig } from "../../../test/event-rig.ts";
import { addOrganization } from "../../../test/stations.ts";
import { decideAttempts } from "../../swap-attempts/index.ts";
import { selectReadinessFacts } from "./fact-queries.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");

type Happened = readonly [kind: "error" | "pad" | "swap", minutes: number, job?: string];

const eventOf = ([kind, minutes, job_id]: Happened, start: number, nth: number): StationEvent => {
  const about = { event_id: `e${nth}`, occurred: start + minutes * MINUTE_MS };
  if (kind === "pad") return { ...about, kind, facts: { pad: "empty" } };
  if (kind === "swap") return { ...about, kind, facts: { job_id } };
  return { ...about, kind: "station_error", facts: { error_message: "Latch", job_id, job_type: "swap_drone" } };
};

// @spec R1.10
test.each<[string, Happened[], number]>([
  [
    "one attempt",
    [
      ["error", 0],
      ["error", 5],
    ],
    1,
  ],
  [
    "two, between which the pad became empty",
    [
      ["error", 0],
      ["pad", 1],
      ["error", 2],
    ],
    2,
  ],
  [
    "two jobs",
    [
      ["error", 0, "a"],
      ["error", 1, "b"],
      ["error", 2, "a"],
    ],
    2,
  ],
  [
    "a job whose id is used again",
    [
      ["error", 0, "a"],
      ["error", 31, "a"],
    ],
    2,
  ],
  [
    "an attempt that swapped, of its job",
    [
      ["swap", 0, "a"],
      ["error", 1, "a"],
      ["error", 20, "a"],
    ],
    0,
  ],
  [
    "an attempt that swapped, without a job within five minutes",
    [
      ["swap", 0],
      ["error", 5],
    ],
    0,
  ],
  [
    "an attempt whose earlier error says its job",
    [
      ["error", 0, "a"],
      ["swap", 1],
      ["error", 20, "a"],
    ],
    0,
  ],
  [
    "an attempt that swapped, reported before its swap",
    [
      ["error", 2, "a"],
      ["swap", 0, "a"],
    ],
    0,
  ],
  [
    "another attempt after a swap, between which the pad became empty",
    [
      ["swap", 0],
      ["pad", 1],
      ["error", 2],
    ],
    1,
  ],
  [
    "an attempt that swapped and of one that failed after it",
    [
      ["swap", 0, "a"],
      ["error", 1, "a"],
      ["error", 10, "b"],
    ],
    1,
  ],
])("errors of %s are as many failed attempts as Swap Success counts", async (_, happened, expected) => {
  const it = await eventRig(db, orgId);
  const start = it.rig.now;
  it.rig.now += HOUR_MS;
  for (const [nth, one] of happened.entries()) await it.deliver(eventOf(one, start, nth));
  it.rig.now += HOUR_MS;
  await decideAttempts(db, it.rig.now);
  const { rows } = await sql`select sum(failed) as failed from swap_days where station_name = ${it.name}`.execute(db);
  const facts = (await selectReadinessFacts(db, [it.name])).get(it.name);
  expect(rows).toEqual([{ failed: expected }]);
  const swapped = (await it.state()).last_swapped;
  const failed = facts && failedSwaps("atlas", facts, swapped === null ? null : Date.parse(swapped));
  expect(failed?.count ?? 0).toBe(expected);
  await it.rig.stop();
});
