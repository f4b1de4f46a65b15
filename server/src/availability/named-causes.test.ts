import { DAY_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { historyReason } from "../../../shared/test/readiness-history.ts";
import { at, availabilityRig, NOVEMBER } from "../../test/availability-rig.ts";
import { FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { report as reportErrors, reported } from "../../test/group-rig.ts";
import { storeMonths } from "./store-months.ts";

const { db, ofField, ofHarbor, record, report } = await availabilityRig();
await reportErrors(db, [
  reported("Gantry belt is torn", { station_name: HARBOR }),
  reported("Roof of Northfield jams", { station_name: FIELD }),
]);
const [gantry, roof] = await Promise.all(["Gantry belt is torn", "Roof of Northfield jams"].map(groupOf));
// Staff have given it a title that is not for everyone.
await sql`update error_groups set title = 'Belts at Northfield and Harbor' where id = ${gantry}`.execute(db);
const ofGroup = (group_id: number | undefined) => ({
  reasons: [historyReason("error_group", { group: "The title of then", group_id: group_id ?? 0 })],
});

async function groupOf(pattern: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select group_id as id from error_fingerprints where pattern = ${pattern}`.execute(db);
  return rows[0]?.id ?? 0;
}

const causesFor = async (who: Who) => {
  const { lost, stations } = await report(who, "month=2026-10");
  return { lost: lost.map(({ title }) => title), causes: stations.map(({ cause }) => cause) };
};

test("lost time by a group has the title that it has now for admins, and the pattern of their own errors for others", async () => {
  await record([
    ofHarbor(at(1), "not_ready", ofGroup(gantry)),
    ofHarbor(at(20), "ready"),
    ofField(at(1), "not_ready", ofGroup(roof)),
    ofField(at(10), "ready"),
  ]);
  const named = [`Belts at Northfield and Harbor (Group ${gantry})`, `Roof of Northfield jams (Group ${roof})`];
  const forAdmins = { lost: named, causes: named };
  const forHarbor = [`Gantry belt is torn (Group ${gantry})`];
  expect(await causesFor("admin")).toEqual(forAdmins);
  expect(await causesFor("harbor user")).toEqual({ lost: forHarbor, causes: forHarbor });
  expect(await causesFor("harbor manager")).toEqual({ lost: forHarbor, causes: forHarbor });
  await storeMonths(db, NOVEMBER + 2 * DAY_MS);
  expect(await causesFor("admin")).toEqual(forAdmins);
  expect(await causesFor("harbor user")).toEqual({ lost: forHarbor, causes: forHarbor });
});

test("a group without any error of the organization's own stations is a number", async () => {
  await record([ofHarbor(at(1), "not_ready", ofGroup(roof)), ofHarbor(at(20), "ready")]);
  expect(await causesFor("harbor user")).toEqual({
    lost: [`Error of group ${roof}`],
    causes: [`Error of group ${roof}`],
  });
});
