import { sql } from "kysely";
import { expect, test } from "vitest";
import { HARBOR } from "../../../test/calls-rig.ts";
import { readinessRig } from "../../../test/readiness-rig.ts";
import { selectRuleChanges } from "./change-queries.ts";

const { db, orgs, send } = await readinessRig();

test("saving rules stores what changes for their stations, with the rules before them; titles are for those who see the station", async () => {
  const needed = (limit: number) => ({ rules: { no_battery: { limit } } });
  const save = (more: object, limit: number) => {
    const body = { station_type: "atlas", org_id: null, station: null, rev: null, rules: needed(limit), ...more };
    return send("admin", "PUT /readiness/rules", body);
  };
  await save({}, 3);
  await save({ org_id: orgs.harbor }, 4);
  await save({ station: HARBOR }, 5);
  const today = new Date().toISOString().slice(0, 10);
  const range = { from: today, to: today, stations: null };
  const changes = await selectRuleChanges(db, { ...range, orgId: null });
  expect(changes.map(({ text }) => text)).toEqual([
    "charged batteries needed at atlas stations 1 → 3",
    "charged batteries needed at atlas stations of Harbor Air 3 → 4",
    `charged batteries needed at Serial of ${HARBOR} 4 → 5`,
  ]);
  expect(await selectRuleChanges(db, { ...range, orgId: orgs.field })).toHaveLength(1);

  const ofStation = async (orgId: number | null) => (await selectRuleChanges(db, { ...range, orgId })).at(-1)?.text;
  expect(await ofStation(orgs.harbor)).toBe(`charged batteries needed at Serial of ${HARBOR} 4 → 5`);
  await sql`update stations set org_id = ${orgs.field} where name = ${HARBOR}`.execute(db);
  expect(await ofStation(orgs.harbor)).toBe(`charged batteries needed at ${HARBOR} 4 → 5`);
  expect(await ofStation(null)).toBe(`charged batteries needed at Serial of ${HARBOR} 4 → 5`);
});
