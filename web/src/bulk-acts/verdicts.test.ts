import type { PlannedAct } from "@groundcrew/shared/bulk-acts";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { namesText } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { impossibleReason, judgedStations, leftTexts } from "./verdicts.ts";

const now = Date.parse("2026-11-29T12:00:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const BEGIN: PlannedAct = { kind: "maintenance", user: { can_admin: true, can_manage: false, org_id: 1 } };

/** Stations with these differences. */
function stationsWith(differences: readonly Partial<Station>[]) {
  return differences.map((one, nth) => sampleStation({ name: `gc-${nth}`, serial_number: `Atlas ${nth + 1}`, ...one }));
}

/** The first texts of an act's dialog about stations with these differences, of those that are left. */
function textsOf(act: PlannedAct, differences: readonly Partial<Station>[]) {
  return judgedStations(act, stationsWith(differences)).left.map((one) => {
    const [before, after] = leftTexts(one, now);
    return `${before} (${namesText(one.stations.map(stationTitle))})${after}`;
  });
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

test("an act that changes no station says why for all of them, and one that changes a station says nothing", () => {
  const reason = (act: PlannedAct, differences: readonly Partial<Station>[]) =>
    impossibleReason(act, stationsWith(differences), now);
  const offline = { last_online_status: false, last_online: null };
  const retired = { retired: at(-60) };
  expect(reason({ kind: "images" }, [offline, retired, offline])).toBe(
    "Offline (Atlas 1 and Atlas 3). Retired (Atlas 2)",
  );
  expect(reason({ kind: "images" }, [offline, { last_online_status: true }])).toBeUndefined();
  expect(reason({ kind: "restore" }, [{}])).toBe("Not retired (Atlas 1)");
  expect(reason(BEGIN, [retired])).toBe("Retired (Atlas 1)");
  const assign: PlannedAct = { kind: "assign", owner_id: 0, replaces: new Set() };
  const errors = (errors_unresolved: number) => ({ support_metrics: { errors_unresolved, error_latest: null } });
  expect(reason(assign, [errors(0)])).toBe("No open errors (Atlas 1)");
  expect(reason(assign, [errors(0), errors(1)])).toBeUndefined();
});
