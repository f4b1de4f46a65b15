import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { sendMessage } from "../../test/station.ts";
import { addOrganization, addStation, envelope, teleOf } from "../../test/stations.ts";
import { TelemetryRig } from "../../test/telemetry-rig.ts";
import { propertyRuns } from "../../../shared/test/property-runs.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");
const rig = new TelemetryRig(db);

beforeAll(() => rig.start());
afterAll(() => rig.stop());

/** A log of snapshots as a station sends them: boots and counts that grow, doors that open and close. */
const log = fc
  .array(
    fc.record({
      isReboot: fc.boolean(),
      swaps: fc.nat(3),
      door: fc.constantFrom("open", "closed", "unknown"),
      pad: fc.constantFrom("occupied", "empty", undefined),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((steps) => {
    let [boot, seq, swaps_performed] = [1, 1, 5];
    return steps.map(({ isReboot, swaps, door, pad }) => {
      [boot, seq] = isReboot ? [boot + 1, 1] : [boot, seq + 1];
      swaps_performed += swaps;
      return teleOf(envelope(boot, seq, rig.now), { swaps_performed, door, ...(pad && { pad }) });
    });
  });

/** The same log in any order, each message once or more often. */
const mixed = log.chain((messages) =>
  fc
    .array(fc.constantFrom(...messages), { maxLength: 12 })
    .chain((doubles) => {
      const all = [...messages, ...doubles];
      return fc.shuffledSubarray(all, { minLength: all.length });
    })
    .map((delivered) => ({ messages, delivered })),
);

let count = 0;

/** The state and history of a new station after a log was delivered. */
async function after(delivered: readonly object[]) {
  const name = await addStation(db, { name: `gc-${String(++count).padStart(12, "0")}`, org_id: orgId });
  const station = await rig.born(name, { status: { swaps_performed: 5 } });
  for (const message of delivered) await sendMessage(station.client, "tele", message);
  await rig.settle();
  const state = await db
    .selectFrom("station_states")
    .innerJoin("station_snapshots", "station_snapshots.station_name", "station_states.station_name")
    .select(["boot", "seq", "linked", "last_active", "last_swapped", "last_online", "last_telemetry", "clock_skew_ms"])
    .select(["swaps_performed", "swaps_reported", "snapshot"])
    .where("station_states.station_name", "=", name)
    .executeTakeFirstOrThrow();
  const history = await db
    .selectFrom("station_history")
    .select(["minute", "swaps_performed", "online", "door", "pad"])
    .where("station_name", "=", name)
    .orderBy("minute")
    .execute();
  // Not earlier: the end of the connection changes the state.
  await station.client.endAsync();
  return { state, history };
}

// Without counter resets: after one, the total is only as good as the readings around it, and those are what is mixed up here.
test("any order and duplication of a log of snapshots gives the same final state", async () => {
  await fc.assert(
    fc.asyncProperty(mixed, async ({ messages, delivered }) => {
      expect(await after(delivered)).toEqual(await after(messages));
    }),
    propertyRuns("ORDER", 8),
  );
});
