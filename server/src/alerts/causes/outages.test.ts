import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../shared/test/property-runs.ts";
import type { Finding } from "../life/finding.ts";
import { Outages } from "./outages.ts";

const START = Date.parse("2026-11-25T12:00:00.000Z");
const RULE = 1;

type Station = {
  site: number;
  orgId: number;
  up: boolean;
  inMaintenance: boolean;
  inService: boolean;
  lastOnline: number;
  /** When it last moved to another organization. */
  movedAt: number;
};

type StoredCause = {
  members: readonly string[];
  since: number;
  title: string;
  rules: Set<number>;
  orgId: number | null;
};

/** Stations at sites, and what is stored of the outages that are found. */
function fleetOf(sites: readonly number[]) {
  let now = START;
  const stations = new Map<string, Station>();
  for (const [site, count] of sites.entries()) {
    for (let nth = 0; nth < count; nth += 1) {
      const state = { up: true, inMaintenance: false, inService: true, lastOnline: now, movedAt: -Infinity };
      stations.set(`s${site}-${nth}`, { site, orgId: site % 3, ...state });
    }
  }
  const stored = new Map<string, StoredCause>();
  const find = (name: string) => stations.get(name);
  const siteOf = (name: string) => {
    const one = find(name);
    const together = [...stations].filter(
      ([, other]) => other.inService && !other.inMaintenance && other.site === one?.site && other.orgId === one.orgId,
    );
    const names = together.map(([other]) => other);
    return one && names.includes(name)
      ? { name: names[0] ?? name, orgId: one.orgId, place: `Site ${one.site}`, stations: names }
      : undefined;
  };
  const newOutages = () =>
    new Outages({
      find: (name) => (find(name)?.inService ? find(name) : undefined),
      lastOnline: (name) => find(name)?.lastOnline ?? null,
      siteOf,
      rulesOffline: (name) => (find(name)?.up === false && find(name)?.inService ? [RULE] : []),
      supportRules: () => [RULE],
      product: "Groundcrew",
    });
  let outages = newOutages();
  const restore = () =>
    outages.restore(
      [...stored].flatMap(([subject, { members, since, title, rules, orgId }]) =>
        [...rules].map((rule_id) => ({
          rule_id,
          kind: subject === "server:" ? ("no_reports" as const) : ("site_outage" as const),
          subject,
          level: 1,
          title,
          org_id: orgId,
          members: [...members],
          since: new Date(since).toISOString(),
        })),
      ),
      [...stations.keys()],
      now,
    );
  restore();

  function store(finding: Finding): void {
    if (finding.type === "firing") {
      const { subject, members, orgId } = finding.about;
      const rules = stored.get(subject)?.rules ?? new Set();
      stored.set(subject, {
        members,
        since: finding.content.since,
        title: finding.content.title,
        rules: rules.add(finding.rule),
        orgId,
      });
    } else if (finding.type === "resolved") {
      const cause = stored.get(finding.subject);
      cause?.rules.delete(finding.rule);
      if (cause?.rules.size === 0) stored.delete(finding.subject);
    }
  }

  return {
    stored,
    find,
    siteOf,
    now: () => now,
    names: () => [...stations.keys()],
    pass: (ms: number) => {
      now += ms;
      for (const one of stations.values()) if (one.up) one.lastOnline = now;
    },
    change(name: string, differences: Partial<Station>): void {
      const one = stations.get(name);
      if (!one) return;
      if (differences.orgId !== undefined && differences.orgId !== one.orgId) one.movedAt = now;
      if (one.up) one.lastOnline = now;
      Object.assign(one, differences);
      if (one.up) one.lastOnline = now;
    },
    /** Stations are noted, and what is found is stored. */
    evaluate(): void {
      const silent = [...stations.keys()].filter((name) => outages.record(name, now));
      const offline = new Map(
        [...stations].flatMap(([name, one]) => (one.up || !one.inService || one.inMaintenance ? [] : [[name, [RULE]]])),
      );
      for (const finding of outages.findings({ offline, silent }, now)) store(finding);
    },
    restart: restore,
    takeOver(): void {
      outages = newOutages();
      restore();
    },
  };
}

type Fleet = ReturnType<typeof fleetOf>;
const sites = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 });
const share = fc.array(fc.nat(40), { minLength: 1, maxLength: 12 });
const some = (fleet: Fleet, places: readonly number[]) => {
  const names = fleet.names();
  return new Set(places.flatMap((place) => names[place % names.length] ?? []));
};
const changing = (differences: Partial<Station>) =>
  share.map((places) => (fleet: Fleet) => some(fleet, places).forEach((name) => fleet.change(name, differences)));
const act: fc.Arbitrary<(fleet: Fleet) => void> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 12 }).map((times) => (fleet: Fleet) => fleet.pass(times * 15_000)),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 3, max: 50 }).map((minutes) => (fleet: Fleet) => fleet.pass(minutes * MINUTE_MS)),
  },
  { weight: 4, arbitrary: changing({ up: false }) },
  { weight: 2, arbitrary: changing({ up: true }) },
  { weight: 1, arbitrary: changing({ inService: false, up: false }) },
  { weight: 1, arbitrary: changing({ inService: true }) },
  { weight: 1, arbitrary: changing({ inMaintenance: true }) },
  { weight: 1, arbitrary: changing({ inMaintenance: false }) },
  { weight: 1, arbitrary: changing({ orgId: 7 }) },
  { weight: 1, arbitrary: fc.constant((fleet: Fleet) => fleet.restart()) },
  { weight: 1, arbitrary: fc.constant((fleet: Fleet) => fleet.takeOver()) },
);

/** Members have been silent since they joined, together with enough others. */
function checkMembers(fleet: Fleet, silences: readonly { name: string; at: number; site: string }[]): void {
  for (const [subject, { members, orgId }] of fleet.stored) {
    expect(members.length).toBeGreaterThan(0);
    for (const name of members) {
      const one = fleet.find(name);
      expect([one?.up, one?.inService]).toEqual([false, true]);
      expect(orgId === null || one?.orgId === orgId).toBe(true);
      const at = one?.lastOnline ?? Infinity;
      const together = silences.filter((other) => Math.abs(other.at - at) <= 2 * MINUTE_MS);
      const isServers = subject === "server:";
      expect(new Set(together.map((other) => other.name)).size).toBeGreaterThanOrEqual(isServers ? 5 : 2);
      expect(isServers ? one?.movedAt : -Infinity).toBeLessThanOrEqual(at);
      expect(new Set(together.map(({ site: place }) => place)).size).toBeGreaterThanOrEqual(isServers ? 2 : 1);
    }
  }
}

test("in random sequences, a cause explains only stations that went silent with it and are silent, and it always ends", () => {
  fc.assert(
    fc.property(sites, fc.array(act, { minLength: 5, maxLength: 60 }), (counts, acts) => {
      const fleet = fleetOf(counts);
      const silences: { name: string; at: number; site: string }[] = [];
      fleet.evaluate();
      for (const next of acts) {
        next(fleet);
        fleet.evaluate();
        for (const name of fleet.names()) {
          const one = fleet.find(name);
          if (one?.up === false) silences.push({ name, at: one.lastOnline, site: `${one.site} ${one.orgId}` });
        }
        checkMembers(fleet, silences);
      }
      // Without more silent stations, the server is the cause for an hour at most.
      fleet.pass(HOUR_MS + 3 * MINUTE_MS);
      fleet.evaluate();
      expect(fleet.stored.has("server:")).toBe(false);
      // Sites are out until a station of theirs is online, or none is in service.
      for (const name of fleet.names()) fleet.change(name, { up: true, inMaintenance: false });
      fleet.evaluate();
      expect([...fleet.stored.keys()]).toEqual([]);
    }),
    propertyRuns("PROMISE", 500),
  );
});

/** Evaluates after stations went silent, and returns the subjects of the causes. */
function afterSilence(counts: readonly number[], silent: readonly string[]): string[] {
  const fleet = fleetOf(counts);
  fleet.evaluate();
  for (const name of silent) fleet.change(name, { up: false });
  fleet.pass(1_000);
  fleet.evaluate();
  return [...fleet.stored.keys()];
}

test.each([
  ["six of one site, of 19", [6, 13], ["s0-0", "s0-1", "s0-2", "s0-3", "s0-4", "s0-5"], ["site:s0-0"]],
  [
    "six at two of three sites",
    [3, 3, 6],
    ["s0-0", "s0-1", "s0-2", "s1-0", "s1-1", "s1-2"],
    ["site:s0-0", "site:s1-0"],
  ],
  ["six at three of four sites", [4, 4, 4, 3], ["s0-0", "s0-1", "s1-0", "s1-1", "s2-0", "s2-1"], ["server:"]],
  ["six at both of two sites", [4, 4], ["s0-0", "s0-1", "s0-2", "s1-0", "s1-1", "s1-2"], ["server:"]],
  ["all of the only site", [6], ["s0-0", "s0-1", "s0-2", "s0-3", "s0-4", "s0-5"], ["site:s0-0"]],
  ["30 % at three sites", [6, 6, 8], ["s0-0", "s0-1", "s1-0", "s1-1", "s2-0", "s2-1"], []],
  ["four at three sites", [2, 2, 2], ["s0-0", "s1-0", "s2-0", "s2-1"], ["site:s2-0"]],
] as const)("of stations that go silent at once: %s", (_, counts, silent, expected) => {
  expect(afterSilence(counts, silent).toSorted()).toEqual([...expected].toSorted());
});

test("a site whose stations go silent more than two minutes apart is not out", () => {
  const fleet = fleetOf([2, 8]);
  fleet.evaluate();
  fleet.change("s0-0", { up: false });
  fleet.evaluate();
  fleet.pass(2 * MINUTE_MS + 1);
  fleet.change("s0-1", { up: false });
  fleet.evaluate();
  expect([...fleet.stored.keys()]).toEqual([]);
});

/** Station s0-0 goes silent, then others do, and it moves to organizations before or after them. Returns what the server explains. */
function afterMoves(moves: { before?: readonly number[]; after?: readonly number[] }): readonly string[] | undefined {
  const fleet = fleetOf([3, 3, 3]);
  const change = (name: string, differences: Partial<Station>) => {
    fleet.change(name, differences);
    fleet.evaluate();
  };
  fleet.evaluate();
  change("s0-0", { up: false });
  for (const orgId of moves.before ?? []) change("s0-0", { orgId });
  for (const name of ["s0-1", "s1-0", "s1-1", "s2-0", "s2-1"]) change(name, { up: false });
  for (const orgId of moves.after ?? []) change("s0-0", { orgId });
  return fleet.stored.get("server:")?.members.toSorted();
}

test("the server does not explain a station that moved after it went silent, whether before or after the others did", () => {
  const others = ["s0-1", "s1-0", "s1-1", "s2-0", "s2-1"];
  expect(afterMoves({})).toEqual(["s0-0", ...others]);
  expect(afterMoves({ before: [7] })).toEqual(others);
  expect(afterMoves({ before: [7, 0] })).toEqual(others);
  expect(afterMoves({ after: [7] })).toEqual(others);
  expect(afterMoves({ after: [7, 0] })).toEqual(others);
});
