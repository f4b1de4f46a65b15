import { listRules, readinessRules, type ReadinessRules, type SavedReadinessRules } from "@groundcrew/shared/readiness";
import { expect, test } from "vitest";
import { holdText, ruleChanges, rulesBefore, unitOf, withRule } from "./draft.ts";
import { previewSentence } from "./use-rules.ts";

const saved = (org_id: number | null, station: string | null, limit: number): SavedReadinessRules => ({
  station_type: "atlas",
  org_id,
  station,
  organization: null,
  station_title: null,
  rules: rulesWith(limit),
  rev: 1,
  changed: "2026-05-01T12:00:00.000Z",
  changed_by: null,
});

function rulesWith(limit: number): ReadinessRules {
  return readinessRules.parse({ rules: { few_batteries: { limit } } });
}

const all = [saved(null, null, 3), saved(3, null, 4), saved(null, "gc-000000000001", 5)];
const subject = { station_type: "atlas", org_id: null, station: null } as const;

test("the rules for more stations apply before those of an organization and of a station", () => {
  const limits = (rules: ReadinessRules[]) => rules.map((one) => one.rules.few_batteries?.limit);
  expect(limits(rulesBefore(subject, all, null))).toEqual([]);
  expect(limits(rulesBefore({ ...subject, org_id: 3 }, all, null))).toEqual([3]);
  expect(limits(rulesBefore({ ...subject, station: "gc-000000000001" }, all, 3))).toEqual([3, 4]);
  expect(limits(rulesBefore({ ...subject, station: "gc-000000000001" }, all, 2))).toEqual([3]);
  expect(limits(rulesBefore({ ...subject, station_type: "global", org_id: 3 }, all, null))).toEqual([]);
});

test("a value that is as before is not kept, and the others of its rule are", () => {
  const before = listRules("atlas", [rulesWith(3)]).find(({ name }) => name === "few_batteries");
  if (!before) throw new Error("There is no such rule.");
  const change = { name: "few_batteries", before } as const;
  const changed = withRule(withRule({ rules: {} }, { ...change, part: "limit", value: 4 }), {
    ...change,
    part: "effect",
    value: "off",
  });
  expect(changed.rules).toEqual({ few_batteries: { limit: 4, effect: "off" } });
  const back = withRule(changed, { ...change, part: "limit", value: 3 });
  expect(back.rules).toEqual({ few_batteries: { effect: "off" } });
  expect(withRule(back, { ...change, part: "effect", value: "limit" }).rules).toEqual({});
});

test("what differs is said in words", () => {
  const draft = readinessRules.parse({
    rules: { hexboard: { effect: "off", hold_s: 90 } },
    pad: "shared",
    charged_from: 80,
  });
  expect(ruleChanges("atlas", { before: [], saved: rulesWith(3), draft })).toEqual([
    { label: "Few charged batteries", from: "3 batteries", to: "2 batteries" },
    { label: "HexBoard not detected", from: "Limit", to: "Off" },
    { label: "HexBoard not detected", from: "5 min", to: "90 s" },
    { label: "Charged", from: "from 90%", to: "from 80%" },
    { label: "Pad", from: "A drone may stay on the pad", to: "Shared by several drones" },
  ]);
});

test.each([
  [0, "at once"],
  [30, "30 s"],
  [300, "5 min"],
])("%d s: %s", (seconds, text) => {
  expect(holdText(seconds)).toBe(text);
});

test.each([
  [[], "Now no station changes."],
  [[{ from: "ready", to: "limited", stations: 1 }], "Now 1 station changes: Ready to Limited."],
  [
    [
      { from: "ready", to: "limited", stations: 3 },
      { from: "limited", to: "not_ready", stations: 1 },
    ],
    "Now 4 stations change: 3 Ready to Limited and 1 Limited to Not ready.",
  ],
] as const)("%j: %s", (changes, sentence) => {
  expect(previewSentence(changes)).toBe(sentence);
});

test("a unit is in the singular for one", () => {
  const limits = listRules("atlas", []).flatMap(({ limit, low }) => [limit, low]);
  const units = new Set(limits.flatMap((limit) => limit?.unit ?? []));
  expect([...units].map((unit) => unitOf(1, unit))).toEqual([" minute", " swap", " battery", "°F", " percent"]);
  expect([...units].map((unit) => unitOf(2, unit))).toEqual([...units]);
  expect(unitOf(1, " s")).toBe(" s");
});
