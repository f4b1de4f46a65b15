import { sql } from "kysely";
import { expect, test } from "vitest";
import { groupRig, report, reported } from "../../../test/group-rig.ts";
import { renewFingerprints } from "./renew-fingerprints.ts";

const { db, list } = await groupRig();
const signal = new AbortController().signal;

/** Makes the fingerprint with this pattern one that earlier rules made, whose numbers were part of the pattern. */
async function age(pattern: string, before: string): Promise<void> {
  await sql`
    with aged as (
      update error_fingerprints set version = 1, pattern = ${before}, digest = ${`of ${before}`} where pattern = ${pattern} returning group_id
    )
    update error_groups set title = ${before} where id in (select group_id from aged)`.execute(db);
}

async function totals(search: string): Promise<Record<string, number>> {
  const { groups } = await list(`?q=${encodeURIComponent(search)}&include_all=true`);
  return Object.fromEntries(groups.map(({ title, total }) => [title, total]));
}

test("an error whose pattern is another by the current rules joins the group that has it by the earlier ones", async () => {
  await report(db, [reported("电池3号温度45度过高"), reported("Roof blocked")]);
  await age("电池<n>号温度<n>度过高", "电池3号温度45度过高");
  await age("Roof blocked", "Roof blocked");
  await renewFingerprints(db, signal);
  await report(db, [reported("电池5号温度51度过高"), reported("Roof blocked 7")]);
  expect(await totals("电池")).toEqual({ "电池<n>号温度<n>度过高": 2 });
  expect(await totals("roof")).toEqual({ "Roof blocked": 2 });
});

test("where several fingerprints become the same, the oldest gets further errors and each keeps its own", async () => {
  await report(db, [reported("Pump 3bar low")]);
  await age("Pump <n>bar low", "Pump 1abc2 low");
  await report(db, [reported("Pump 3bar low")]);
  await age("Pump <n>bar low", "Pump 4bar low");
  await report(db, [reported("Pump 5bar low")]);
  await age("Pump <n>bar low", "Pump 5bar low");
  await renewFingerprints(db, signal);
  await report(db, [reported("Pump 6bar low")]);
  expect(await totals("pump")).toEqual({ "Pump 1abc2 low": 1, "Pump <n>bar low": 2, "Pump 5bar low": 1 });
});
