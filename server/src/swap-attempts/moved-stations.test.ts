import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { historyChange } from "../../../shared/test/readiness-history.ts";
import { testDatabase } from "../../test/database.ts";
import { eventRig, REPORTS_EVENTS, swap, type EventRig } from "../../test/event-rig.ts";
import { addOrganization } from "../../test/stations.ts";
import { storeChanges } from "../readiness/index.ts";

const { db } = await testDatabase();
const before = await addOrganization(db, "Harbor Air");
const after = await addOrganization(db, "Skyline Logistics");

/** Moves a station, as the history of readiness has it at a time. */
async function move({ name, rig }: EventRig, at: number): Promise<void> {
  await db.updateTable("stations").set({ org_id: after }).where("name", "=", name).execute();
  await storeChanges(db, [
    historyChange(rig.now - HOUR_MS, "ready", { station: name, org_id: before }),
    historyChange(at, "ready", { station: name, org_id: after }),
  ]);
}

async function organizationsOfPieces({ name }: EventRig): Promise<unknown[]> {
  const { rows } = await sql<{ org_id: number }>`
    select org_id from swap_pieces where station_name = ${name} order by at`.execute(db);
  return rows.map(({ org_id }) => org_id);
}

test("events that arrive after a station was moved belong to the organization at their time", async () => {
  const it = await eventRig(db, before);
  const moved = it.rig.now;
  await move(it, moved);
  it.rig.now += MINUTE_MS;
  await it.deliver(swap("a", moved - 2 * HOUR_MS));
  await it.deliver(swap("b", moved - 1));
  await it.deliver(swap("c", moved));
  // What is older than history has the organization of now.
  expect(await organizationsOfPieces(it)).toEqual([after, before, after]);
  await it.rig.stop();
});

test("swaps that a counter showed before a station was moved belong to the organization at their time", async () => {
  const it = await eventRig(db, before);
  await it.birth({}, { capabilities: { ...REPORTS_EVENTS, events: [] } });
  await move(it, it.rig.now + 2 * MINUTE_MS);
  it.rig.now += MINUTE_MS;
  await it.deliverSnapshot({ swaps_performed: 11 });
  it.rig.now += MINUTE_MS;
  await it.deliverSnapshot({ swaps_performed: 12 });
  expect(await organizationsOfPieces(it)).toEqual([before, after]);
  await it.rig.stop();
});
