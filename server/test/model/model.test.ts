import { getStation } from "@groundcrew/shared/stations";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { report, reported } from "../group-rig.ts";
import { step, type Step } from "./step.ts";
import { callerAt, plan } from "./steps.ts";
import { groupsOf, listOf, viewsOf } from "./views.ts";
import { newWorld, RUNS, type World } from "./world.ts";

const LONGEST = 25;

test(`after each call, everybody sees what a model in memory predicts (${RUNS.numRuns} sequences)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: LONGEST }), async (steps) => {
      const world = await newWorld();
      for (const given of steps) await take(world, given);
      const { predicted, shown } = await listOf({ world, viewer: callerAt(world.state, steps[0]?.viewer ?? 0) });
      expect(shown).toEqual(predicted);
    }),
    RUNS,
  );
});

/** Takes a step and compares its outcome, and what somebody sees afterwards, with the model. */
async function take(world: World, given: Step): Promise<void> {
  const { state } = world;
  if (given.does === "logError") await logError(world, given);
  const planned = plan(world, given);
  const answer = planned && (await world.call(callerAt(state, given.who), planned.endpoint, planned.request));
  expect({ given, status: answer?.status, body: answer?.body }).toMatchObject({ given, status: planned?.status });
  if (answer && answer.status < 400) planned.apply(answer);
  const reading = { world, viewer: callerAt(state, given.viewer) };
  const station = state.stations[given.one % Math.max(1, state.stations.length)];
  for (const { what, predicted, shown } of await viewsOf(reading, station)) {
    expect({ given, what, shown }).toEqual({ given, what, shown: predicted });
  }
  if (!["logError", "resolveError", "attachError", "startMaintenance", "endMaintenance"].includes(given.does)) return;
  const { predicted, shown } = await groupsOf(reading);
  expect({ given, shown }).toEqual({ given, shown: predicted });
}

/** A station reports an error, which its row counts once the board has read it. */
async function logError({ state, db, call, letters }: World, { one, other }: Step): Promise<void> {
  const station = state.stations[one % Math.max(1, state.stations.length)];
  if (!station) return;
  const message = `Belt of ${letters} slipped at ${other % 2 === 0 ? "start" : "end"}`;
  const given = reported(message, { station_name: station.name });
  await report(db, [given]);
  const { id } = await db
    .selectFrom("station_errors")
    .select("id")
    .where("event_id", "=", given.event_id)
    .executeTakeFirstOrThrow();
  state.errors.push({ id, station: station.name, message, solution: null, entry: null });
  const unresolved = state.errors.filter((error) => error.station === station.name && error.solution === null).length;
  const request = { params: { station: station.name }, query: { include_support_metrics: true } };
  const admin = callerAt(state, 6);
  const isCounted = async () => (await call(admin, getStation, request)).body;
  await expect.poll(isCounted, { interval: 5 }).toMatchObject({ support_metrics: { errors_unresolved: unresolved } });
}
