import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import type { ActiveMatch } from "../evaluation/evaluation-queries.ts";
import { Outages } from "./outages.ts";

const START = Date.parse("2026-11-25T12:00:00.000Z");
const WITHIN_MS = 2 * MINUTE_MS;
const SUPPORT_RULE = 9;

type Station = {
  place: string;
  orgId: number;
  up: boolean;
  inMaintenance: boolean;
  lastOnline: number | null;
  rules: number[];
};

/** Stations by the places where they are, all of organization 1 and up. `rules` of a station are firing because it is offline. */
function fleetOf(places: Record<string, readonly string[]>) {
  const stations = new Map<string, Station>();
  for (const [place, names] of Object.entries(places)) {
    for (const name of names)
      stations.set(name, { place, orgId: 1, up: true, inMaintenance: false, lastOnline: START, rules: [] });
  }
  const newOutages = () =>
    new Outages({
      find: (name) => stations.get(name),
      lastOnline: (name) => stations.get(name)?.lastOnline ?? null,
      siteOf: (name) => {
        const place = stations.get(name)?.place;
        const names = [...stations].flatMap(([other, one]) => (one.place === place ? [other] : []));
        return place === undefined ? undefined : { name: names[0] ?? name, orgId: 1, place, stations: names };
      },
      rulesOffline: (name) => stations.get(name)?.rules ?? [],
      supportRules: () => [SUPPORT_RULE],
      product: "Groundcrew",
    });
  let outages = newOutages();
  outages.restore([], [...stations.keys()], START);
  const set = (names: readonly string[], differences: Partial<Station>) => {
    for (const name of names) Object.assign(stations.get(name) ?? {}, differences);
  };
  const find = (ms: number, silent: readonly string[] = [], offline: Record<string, number[]> = {}) =>
    outages.findings({ silent, offline: new Map(Object.entries(offline)) }, START + ms);
  return {
    set,
    find,
    remove: (name: string) => stations.delete(name),
    record: (name: string, ms: number) => outages.record(name, START + ms),
    /** Changes stations, and returns what is found of them. */
    change(names: readonly string[], differences: Partial<Station>, ms: number) {
      set(names, differences);
      return find(
        ms,
        names.filter((name) => outages.record(name, START + ms)),
      );
    },
    restore: (stored: readonly ActiveMatch[], ms = 0) => outages.restore(stored, [...stations.keys()], START + ms),
    takeOver(stored: readonly ActiveMatch[]) {
      outages = newOutages();
      outages.restore(stored, [...stations.keys()], START);
    },
  };
}

const DOWN = { up: false, rules: [1] };
const UP = { up: true, rules: [] };
const RENO = ["r1", "r2"];

/** A finding that an outage of Reno is active. */
function renoFinding(differences: { rule?: number; members?: string[]; detail?: string } = {}) {
  const { rule = 1, members = RENO, detail = `All ${members.length} stations are offline` } = differences;
  return {
    type: "firing",
    rule,
    about: { kind: "site_outage", subject: "site:r1", station: null, orgId: 1, site: "Reno", members },
    content: {
      severity: "urgent",
      since: START,
      level: 1,
      title: "Site outage: Reno",
      plain: "Site outage: Reno",
      detail,
      why: expect.stringContaining("these went silent within 2 minutes"),
      stations: members.length,
    },
  };
}

const ended = { type: "resolved", rule: 1, kind: "site_outage", subject: "site:r1" };

test("a station goes silent once, unless it is in maintenance or was not up", () => {
  const fleet = fleetOf({ Reno: ["r1", "r2", "r3"] });
  expect(fleet.record("r1", 0)).toBe(false);
  fleet.set(["r1", "r2"], { up: false });
  fleet.set(["r2"], { inMaintenance: true });
  // Restoring what is stored does not use up what is still to be recorded.
  fleet.restore([]);
  expect([fleet.record("r1", 1), fleet.record("r1", 2)]).toEqual([true, false]);
  expect(fleet.record("r2", 1)).toBe(false);
  fleet.set(["r2"], { inMaintenance: false });
  expect(fleet.record("r2", 2)).toBe(false);
  fleet.remove("r3");
  expect(fleet.record("r3", 3)).toBe(false);
});

test("a site is out when its stations have gone silent and a rule has found one of them offline", () => {
  const fleet = fleetOf({ Reno: RENO, Elko: ["e1", "e2"] });
  expect(fleet.change(RENO, { up: false }, 0)).toEqual([]);
  fleet.set(["r2"], { rules: [1] });
  expect(fleet.find(1, RENO)).toEqual([renoFinding()]);
  expect(fleet.find(2, RENO)).toEqual([]);
  // A rule that finds it later is notified alone.
  expect(fleet.find(3, [], { r1: [1, 2] })).toEqual([renoFinding({ rule: 2 })]);
  expect(fleet.change(["e1", "e2"], { up: false }, 4)).toEqual([]);
  expect(fleet.find(5, [], { e2: [1] })).toMatchObject([{ rule: 1, about: { subject: "site:e1" } }]);
});

test("an outage of a site without a name has none", () => {
  const fleet = fleetOf({ "": RENO });
  expect(fleet.change(RENO, DOWN, 0)).toMatchObject([{ about: { site: null }, content: { title: "Site outage" } }]);
});

test("the members of an outage are those that went silent two minutes before the last one, or less", () => {
  const names = ["r1", "r2", "r3"];
  const fleet = fleetOf({ Reno: names });
  fleet.change(["r1"], DOWN, 0);
  fleet.change(["r2"], DOWN, 1);
  expect(fleet.change(["r3"], DOWN, WITHIN_MS + 1)).toMatchObject([
    { about: { subject: "site:r2", members: ["r2", "r3"] }, content: { detail: "2 stations are offline" } },
  ]);
});

test("an outage ends when any station of its site is online, and may begin again", () => {
  const fleet = fleetOf({ Reno: ["r0", ...RENO] });
  fleet.change(["r0"], DOWN, 0);
  fleet.change(RENO, DOWN, WITHIN_MS + 1);
  expect(fleet.change(["r0"], UP, 2 * WITHIN_MS)).toEqual([{ ...ended, cause: "condition", reason: null }]);
  expect(fleet.change(["r0"], DOWN, 2 * WITHIN_MS + 1)).toMatchObject([
    { type: "firing", about: { subject: "site:r0", members: ["r0", ...RENO] } },
  ]);
  expect(fleet.change(["r1"], UP, 2 * WITHIN_MS + 2)).toMatchObject([{ subject: "site:r0", reason: null }]);
  expect(fleet.change(["r1"], DOWN, 2 * WITHIN_MS + 3)).toMatchObject([{ about: { members: ["r0", "r1"] } }]);
});

const OUTSIDE_LOSS = { up: false, inMaintenance: true, lastOnline: START + MINUTE_MS };

test.each([
  ["before", [UP, OUTSIDE_LOSS]],
  ["during", [{ inMaintenance: true }, { up: true }, OUTSIDE_LOSS]],
])("a station that returned %s maintenance went silent when it was last online", (_, steps) => {
  const fleet = fleetOf({ Reno: RENO });
  fleet.change(["r1"], DOWN, 0);
  for (const step of steps) expect(fleet.change(["r1"], step, MINUTE_MS)).toEqual([]);
  fleet.change(["r1"], { inMaintenance: false }, MINUTE_MS + 1);
  expect(fleet.change(["r2"], DOWN, WITHIN_MS + 1)).toMatchObject([{ about: { members: RENO } }]);
});

test("an outage loses members that are no longer in service, and ends with the last", () => {
  const fleet = fleetOf({ Reno: RENO, Elko: ["e1"] });
  fleet.change(RENO, DOWN, 0);
  fleet.remove("r1");
  expect(fleet.change(["r1"], {}, 1)).toEqual([renoFinding({ members: ["r2"], detail: "1 station is offline" })]);
  expect(fleet.change(["r2"], { inMaintenance: true }, 1)).toHaveLength(1);
  fleet.remove("r2");
  const reason = "Its stations are no longer in service";
  expect(fleet.change(["r2"], {}, 2)).toEqual([{ ...ended, cause: "station", reason }]);
});

test("an outage is found again with what is stored of it, without members that have moved", () => {
  const stored: ActiveMatch = {
    rule_id: 1,
    kind: "site_outage",
    subject: "site:r1",
    level: 1,
    title: "Site outage: Reno",
    org_id: 1,
    members: ["r0", "r1", "r2", "gone"],
    since: new Date(START).toISOString(),
  };
  const fleet = fleetOf({ Reno: ["r0", ...RENO] });
  fleet.set(["r0", ...RENO], DOWN);
  fleet.set(["r0"], { orgId: 7, place: "Elko" });
  fleet.takeOver([{ ...stored, kind: "rejected_station", subject: "rejected:r1" }, stored]);
  const found = renoFinding();
  expect(fleet.find(0)).toEqual([found]);
  fleet.restore([stored]);
  expect(fleet.find(1)).toEqual([found]);
  // What is known of its members counts more than what is stored.
  fleet.restore([{ ...stored, members: ["r2"] }]);
  expect(fleet.find(1)).toEqual([found]);
  // The rule is stored no longer, and finds it again.
  fleet.restore([]);
  expect(fleet.find(2)).toEqual([found]);
});

const DARK = ["a1", "b1", "c1", "a2", "b2"];
const FLEET = { A: ["a1", "a2", "a3"], B: ["b1", "b2", "b3"], C: ["c1", "c2"] };
const subjects = (found: readonly { rule: number }[]) => found.map(({ rule }) => rule);
const serverEnded = (reason: string | null) => {
  const ending = { type: "resolved", kind: "no_reports", subject: "server:", cause: "condition", reason };
  return [
    { ...ending, rule: 0 },
    { ...ending, rule: SUPPORT_RULE },
  ];
};

test("the server is not receiving data when five stations at three sites are silent", () => {
  const fleet = fleetOf(FLEET);
  expect(fleet.change(DARK.slice(0, 4), { up: false }, 0)).toEqual([]);
  const title = "Groundcrew is not receiving data from many of its stations";
  const about = { kind: "no_reports", subject: "server:", station: null, orgId: null, site: null };
  const members = [...DARK.slice(0, 4), "b2"];
  const content = { since: START, title, detail: "No data from 5 of 8 stations", stations: 5 };
  expect(fleet.change(["b2"], { up: false }, WITHIN_MS)).toMatchObject(
    [0, SUPPORT_RULE].map((rule) => ({ type: "firing", rule, about: { ...about, members }, content })),
  );
});

test("stations that went silent more than two minutes ago, or are in maintenance, are no evidence that it is the server", () => {
  const late = fleetOf(FLEET);
  late.change(DARK.slice(0, 1), { up: false }, 0);
  expect(late.change(DARK.slice(1), { up: false }, WITHIN_MS + 1)).toEqual([]);
  const serviced = fleetOf(FLEET);
  serviced.change(DARK.slice(0, 4), { up: false }, 0);
  serviced.change(["a1"], { inMaintenance: true }, 1);
  serviced.change(["a1"], { inMaintenance: false }, 2);
  expect(serviced.change(["b2"], { up: false }, 3)).toEqual([]);
});

test("stations join it for two minutes", () => {
  const fleet = fleetOf(FLEET);
  fleet.change(DARK, { up: false }, 0);
  expect(fleet.change(["c2"], { up: false }, WITHIN_MS)).toMatchObject([{ content: { stations: 6 } }, { rule: 9 }]);
  expect(fleet.change(["a3"], { up: false }, WITHIN_MS + 1)).toEqual([]);
});

test("it ends after two minutes when more stations report than are silent", () => {
  const fleet = fleetOf({ ...FLEET, D: ["d1", "d2"] });
  fleet.change(DARK, { up: false }, 0);
  // As many as are silent.
  expect(fleet.find(WITHIN_MS)).toEqual([]);
  const more = fleetOf({ ...FLEET, D: ["d1", "d2", "d3"] });
  more.change(DARK, { up: false }, 0);
  expect(more.find(WITHIN_MS - 1)).toEqual([]);
  const reason = "Most stations report";
  expect(more.find(WITHIN_MS)).toEqual(serverEnded(reason));
});

test("it ends after an hour in which no more stations went silent", () => {
  const fleet = fleetOf(FLEET);
  fleet.change(DARK, { up: false }, 0);
  expect(fleet.find(HOUR_MS - 1)).toEqual([]);
  const reason = "No more stations went silent for an hour";
  expect(fleet.find(HOUR_MS)).toEqual(serverEnded(reason));
});

test("more stations at several sites that go silent prolong it", () => {
  const first = ["a1", "b1", "c1", "d1", "e1"];
  const second = ["a2", "b2", "c2", "d2", "e2"];
  const fleet = fleetOf({ A: ["a1", "a2"], B: ["b1", "b2"], C: ["c1", "c2"], D: ["d1", "d2"], E: ["e1", "e2"] });
  fleet.change(first, { up: false }, 0);
  expect(fleet.change(second, { up: false }, HOUR_MS - 1)).toMatchObject([{ content: { stations: 10 } }, {}]);
  expect(fleet.find(2 * HOUR_MS - 2)).toEqual([]);
  expect(fleet.find(2 * HOUR_MS - 1)).toHaveLength(2);
});

test("one that is stored ends an hour after its stations were last online", () => {
  const fleet = fleetOf(FLEET);
  fleet.set(DARK, { up: false });
  fleet.set(["a1"], { lastOnline: START + MINUTE_MS });
  fleet.set(["b1"], { lastOnline: null });
  const about = { kind: "no_reports" as const, subject: "server:", org_id: null, members: DARK };
  fleet.takeOver([{ ...about, rule_id: 0, level: 1, title: "Silent", since: new Date(START).toISOString() }]);
  expect(fleet.find(0)).toMatchObject([{ rule: 0, content: { title: "Silent", stations: 5 } }, { rule: SUPPORT_RULE }]);
  expect(fleet.find(HOUR_MS + MINUTE_MS - 1)).toEqual([]);
  expect(fleet.find(HOUR_MS + MINUTE_MS)).toHaveLength(2);
});

test("it ends with its last station, whose return is the reason", () => {
  const fleet = fleetOf(FLEET);
  fleet.change(DARK, { up: false }, 0);
  expect(subjects(fleet.change(DARK.slice(1), { inMaintenance: true }, 1))).toEqual([0, SUPPORT_RULE]);
  expect(fleet.change(["a1"], UP, 2)).toEqual(serverEnded(null));
});
