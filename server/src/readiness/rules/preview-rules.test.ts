import { previewReadinessRules, saveReadinessRules, type ReadinessRules } from "@groundcrew/shared/readiness";
import type { StationStatus } from "@groundcrew/shared/telemetry";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { FIELD, HARBOR } from "../../../test/calls-rig.ts";
import { emptyTables } from "../../../test/database.ts";
import { readinessRig } from "../../../test/readiness-rig.ts";
import { addStation } from "../../../test/stations.ts";
import type { RulesSubject } from "./rule-book.ts";
import { selectRulesOf } from "./rule-queries.ts";

const rig = await readinessRig();
const { db, orgs, send } = rig;
const WAIT = { timeout: 5_000 };
const HOT = "gc-0000000000a1";
const SILENT = "gc-0000000000a8";
const OTHER_TYPE = "gc-0000000000a2";
const ALL = { station_type: "atlas", org_id: null, station: null } as const;

/** What each station reports, and its organization. */
const stations: [name: string, orgId: number, status: StationStatus][] = [
  [HARBOR, orgs.harbor, {}],
  [FIELD, orgs.field, { door: "open" }],
  [HOT, orgs.harbor, { internal_temperature: 104 }],
  ["gc-0000000000a3", orgs.field, { internal_temperature: 126 }],
  ["gc-0000000000a5", orgs.harbor, { system: "PARKED: 3" }],
  ["gc-0000000000a6", orgs.harbor, { system: "SWAPPING", pad: "occupied" }],
  ["gc-0000000000a7", orgs.field, { left_grippers: "closed" }],
];
const names = stations.map(([name]) => name);

const links: Awaited<ReturnType<typeof rig.connect>>[] = [];
afterAll(() => Promise.all(links.map((link) => link.stop())));

beforeAll(async () => {
  const connect = async ([name, orgId, status]: (typeof stations)[number]) => {
    if (name !== HARBOR && name !== FIELD) await addStation(db, { name, org_id: orgId });
    const link = await rig.connect(name);
    links.push(link);
    await link.birth(status);
  };
  await Promise.all(stations.map(connect));
  await addStation(db, { name: SILENT, org_id: orgs.field });
  await addStation(db, { name: OTHER_TYPE, org_id: orgs.harbor, station_type: "global" });
  await vi.waitUntil(() => names.every((name) => stateOf(name) === "ready"), WAIT);
  const isOnBoard = (name: string) => rig.board.find(name, { orgId: null, admin: true }) !== undefined;
  await vi.waitUntil(() => isOnBoard(SILENT) && isOnBoard(OTHER_TYPE), WAIT);
});

const stateOf = (name: string) => rig.readiness(name)?.readiness.state;
const statesNow = () => new Map(names.map((name) => [name, stateOf(name)]));

/** The states that changed since, as `ready to limited: 2`. */
function changesSince(before: ReturnType<typeof statesNow>): string[] {
  const pairs = names.map((name) => `${before.get(name)} to ${stateOf(name)}`);
  const changed = [...Map.groupBy(pairs, (pair) => pair)].filter(([pair]) => !/^(.*) to \1$/.test(pair));
  return changed.map(([pair, { length }]) => `${pair}: ${length}`).toSorted();
}

type Draft = RulesSubject & { rules: Partial<ReadinessRules> };

async function previewOf(draft: Draft): Promise<{ stations: number; changes: string[] }> {
  const path = `/readiness/rules/preview?draft=${encodeURIComponent(JSON.stringify(draft))}`;
  const { stations: count, changes } = previewReadinessRules.replies[200].parse((await rig.call("admin", path)).json());
  return { stations: count, changes: changes.map((one) => `${one.from} to ${one.to}: ${one.stations}`).toSorted() };
}

const WORDS = { rest: ["IDLE"], busy: ["SWAPPING"], starting: [], stopped: ["PARKED"] };
const drafts: [Draft, stations: number, changes: string[]][] = [
  [{ ...ALL, rules: { rules: { gripper: { hold_s: 0 } } } }, 8, ["ready to not_ready: 1"]],
  [
    { ...ALL, rules: { rules: { hot_or_cold: { hold_s: 0 }, very_hot: { hold_s: 0 } } } },
    8,
    ["ready to limited: 1", "ready to not_ready: 1"],
  ],
  [
    { ...ALL, org_id: orgs.field, rules: { rules: { few_batteries: { limit: 4, hold_s: 0 } } } },
    4,
    ["ready to limited: 1"],
  ],
  [
    { ...ALL, org_id: orgs.field, rules: { rules: { very_hot: { effect: "limit" } } } },
    4,
    ["limited to ready: 1", "not_ready to limited: 1"],
  ],
  [{ ...ALL, station: HOT, rules: { rules: { hot_or_cold: { effect: "block" } } } }, 1, ["limited to not_ready: 1"]],
  [{ ...ALL, station: HOT, rules: { rules: { hot_or_cold: { limit: 110 } } } }, 1, ["not_ready to ready: 1"]],
  [{ ...ALL, rules: { words: WORDS, rules: { system: { hold_s: 0 } } } }, 8, ["ready to not_ready: 1"]],
  [{ ...ALL, rules: {} }, 8, ["not_ready to ready: 1"]],
];

// @spec R1.16
test("as many stations change as a preview says, for rules of a type, of an organization and of a station", async () => {
  const revs = new Map<string, number | null>();
  for (const [draft, count, changes] of drafts) {
    const before = statesNow();
    expect(await previewOf(draft)).toEqual({ stations: count, changes });
    const key = JSON.stringify([draft.org_id, draft.station]);
    const saved = await send("admin", "PUT /readiness/rules", { ...draft, rev: revs.get(key) ?? null });
    revs.set(key, saveReadinessRules.replies[200].parse(saved.json()).rev);
    await expect.poll(() => changesSince(before), WAIT).toEqual(changes);
  }
});

test("only the rules that stations of a draft have are read for it", async () => {
  const subjects: RulesSubject[] = [
    ALL,
    { ...ALL, org_id: orgs.harbor },
    { ...ALL, org_id: orgs.field },
    { ...ALL, station: HOT },
    { ...ALL, station: HARBOR },
    { ...ALL, station: FIELD },
    { ...ALL, station_type: "global" },
    { ...ALL, station_type: "global", station: OTHER_TYPE },
  ];
  await emptyTables(db, ["readiness_rules"]);
  for (const subject of subjects) {
    const body = { ...subject, rules: { rules: { system: { hold_s: 60 } } }, rev: null };
    expect((await send("admin", "PUT /readiness/rules", body)).statusCode).toBe(200);
  }
  const read = async (subject: RulesSubject) => {
    const found = await selectRulesOf(db, subject);
    return found.map(({ station_type, org_id, station }) => ({ station_type, org_id, station }));
  };
  const [all, ofHarbor, ofField, ofHot, ofHarborOne, ofFieldOne] = subjects;
  expect(await read(ALL)).toEqual([all, ofHarbor, ofField, ofHot, ofHarborOne, ofFieldOne]);
  expect(await read({ ...ALL, org_id: orgs.harbor })).toEqual([all, ofHarbor, ofHot, ofHarborOne]);
  expect(await read({ ...ALL, org_id: orgs.harbor, station: HOT })).toEqual([all, ofHarbor, ofHot]);
});
