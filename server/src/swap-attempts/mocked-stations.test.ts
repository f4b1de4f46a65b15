import { HOUR_MS } from "@groundcrew/shared/lib";
import type { StationEvent } from "@groundcrew/shared/link";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../test/database.ts";
import { eventRig, swap } from "../../test/event-rig.ts";
import { addOrganization } from "../../test/stations.ts";
import { decideAttempts } from "./decide-attempts.ts";
import { selectCauses, selectStations } from "./success-queries.ts";

const { db } = await testDatabase();
const orgId = await addOrganization(db, "Harbor Air");

const failure = (occurred: number): StationEvent => ({
  kind: "station_error",
  event_id: "failure",
  occurred,
  facts: { error_message: "Left gripper did not report home", job_type: "swap_drone" },
});

// @spec R1.4
test("attempts of a station that becomes a mocked one are in no report, also those that are decided meanwhile, until it is a real one", async () => {
  const it = await eventRig(db, orgId);
  const period = { from: it.rig.now - 24 * HOUR_MS, to: it.rig.now + 24 * HOUR_MS };
  const filter = { orgId, stationType: null, firmware: null, stations: null };
  /** Succeeded and failed attempts of all stations by hour and by day, and the numbers of stations and of causes. */
  const report = async () => {
    const { rows } = await sql<{ totals: string }>`
      select coalesce(sum(abs(succeeded)), 0) || ' ' || coalesce(sum(abs(failed)), 0) as totals
      from (values (true), (false)) spans(by_hour) left join swap_totals using (by_hour) group by by_hour order by by_hour`.execute(
      db,
    );
    const stations = await Promise.all(
      (["hour", "day"] as const).map((span) => selectStations(db, { ...period, span }, filter)),
    );
    const causes = await selectCauses(db, { ...period, span: "day" }, filter);
    return [...rows.map(({ totals }) => totals), ...stations.map(({ length }) => length), causes.length];
  };
  const setActual = (actual: boolean) =>
    db.updateTable("stations").set({ actual }).where("name", "=", it.name).execute();
  const decide = () => decideAttempts(db, it.rig.now);

  await it.deliver(swap("before", it.rig.now - HOUR_MS));
  await it.deliver(failure(it.rig.now));
  await decide();
  expect(await report()).toEqual(["1 0", "1 0", 1, 1, 0]);
  await setActual(false);
  expect(await report()).toEqual(["0 0", "0 0", 0, 0, 0]);
  it.rig.now += HOUR_MS;
  await it.deliver(swap("meanwhile", it.rig.now));
  await decide();
  expect(await report()).toEqual(["0 0", "0 0", 0, 0, 0]);
  await setActual(true);
  await decide();
  expect(await report()).toEqual(["1 1", "1 1", 1, 1, 1]);
  await it.rig.stop();
});
