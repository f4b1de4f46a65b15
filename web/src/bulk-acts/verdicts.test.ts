import type { PlannedAct } from "@groundcrew/shared/bulk-acts";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { judgedStations, leftText } from "./verdicts.ts";

const now = Date.parse("2026-11-29T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const BEGIN: PlannedAct = { kind: "maintenance", user: { can_admin: true, can_manage: false, org_id: 1 } };

/** The stations with these differences, and what the dialog of an act says of those that are left. */
function textsOf(act: PlannedAct, differences: readonly Partial<Station>[]) {
  const stations = differences.map((one, nth) =>
    sampleStation({ name: `gc-${nth}`, serial_number: `Atlas ${nth + 1}`, ...one }),
  );
  return judgedStations(act, stations).left.map((one) => leftText(one, now));
}

const maintained = (minutes: number) => ({
  maintenance: { id: 1, why: "Belt", by: null, from: at(0), until: at(minutes) },
});

test("stations with different ends of maintenance are one row without a time, those with the same end one with it", () => {
  const [different] = textsOf(BEGIN, [maintained(60), maintained(90), maintained(60)]);
  expect(different).toBe("Already in maintenance (Atlas 1, Atlas 2 and Atlas 3), stay as they are");
  const [same] = textsOf(BEGIN, [maintained(60), maintained(60)]);
  expect(same).toMatch(/^Already in maintenance until .* \(Atlas 1 and Atlas 2\), stay as they are$/);
});

test("the first three stations are named, and the organization that they are in already", () => {
  expect(
    textsOf(
      { kind: "move", org_id: 1 },
      Array.from({ length: 12 }, () => ({ org_id: 1 })),
    ),
  ).toEqual([expect.stringMatching(/^Already in .+ \(Atlas 1, Atlas 2, Atlas 3 and 9 more\), stay as they are$/)]);
});

test("a station that went offline less than a minute ago is not offline for now", () => {
  const offline = (minutes: number) => ({ last_online_status: false, last_online: at(-minutes) });
  expect(textsOf({ kind: "images" }, [offline(0)])[0]).toMatch(/^Left out: offline \(Atlas 1\)/);
  expect(textsOf({ kind: "images" }, [offline(5)])[0]).toMatch(/^Left out: offline for 5m \(Atlas 1\)/);
});

test("the names of stations come before what else there is to say", () => {
  expect(textsOf({ kind: "images" }, [{ last_online_status: false, last_online: null }])).toEqual([
    "Left out: offline (Atlas 1). Nothing is kept for later",
  ]);
});
