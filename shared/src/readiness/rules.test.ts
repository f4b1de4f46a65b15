import { expect, test } from "vitest";
import { rulesFor } from "../../test/readiness.ts";
import { readinessRules, ruleLabel } from "./rules.ts";
import { systemWord } from "./words.ts";

const ruleOf = (rules: ReturnType<typeof rulesFor>, id: string) => rules.reasons.find(({ kind }) => kind.id === id);

test("a station has the rules of its type, changed for all, for its organization and for itself", () => {
  const all = { rules: { few_batteries: { limit: 3, hold_s: 60 } }, charged_from: 95, pad: "shared" };
  const organization = { rules: { few_batteries: { limit: 4 }, hexboard: { effect: "info" } } };
  const station = { rules: { few_batteries: { effect: "block" } }, pad: "one_drone" };
  const rules = rulesFor("atlas", all, organization, station);
  expect(ruleOf(rules, "few_batteries")).toMatchObject({ effect: "block", limit: 4, showAfterMs: 60_000 });
  expect(ruleOf(rules, "hexboard")).toMatchObject({ effect: "info", showAfterMs: 300_000, stayMs: 60_000 });
  expect(rules).toMatchObject({ chargedFrom: 95, isShared: false, slots: 8 });
});

test("a rule of several reasons changes them all", () => {
  const rules = rulesFor("global", { rules: { system: { effect: "limit" }, latch_gantry: { effect: "off" } } });
  const effects = ["stopped", "starting", "latch", "gantry"].map((id) => ruleOf(rules, id)?.effect);
  expect(effects).toEqual(["limit", "limit", undefined, undefined]);
});

// @spec R1.7
test("words can be assigned, and are compared in capitals", () => {
  const rules = rulesFor("atlas", { words: { rest: ["idle", "Parked"], busy: [], starting: [], stopped: ["ERROR"] } });
  expect([...rules.words]).toEqual([
    ["IDLE", "rest"],
    ["PARKED", "rest"],
    ["ERROR", "stopped"],
  ]);
});

test.each([
  ["IDLE", "IDLE"],
  ["Error: no gantry", "ERROR"],
  [" swapping battery 3", "SWAPPING"],
  ["BOOT:1", "BOOT"],
  ["", null],
  [": ?", null],
  [null, null],
])("the word of %j is %j", (system, word) => {
  expect(systemWord(system)).toBe(word);
});

const word = { rest: [], busy: [], starting: [], stopped: [] };

test.each([
  [{ rules: { no_battery: { limit: 0 } } }, "Enter 1 to 32 batteries."],
  [{ rules: { no_battery: { limit: 1.5 } } }, "Enter whole batteries: 1 to 32."],
  [{ rules: { very_hot: { limit: 201 } } }, "Enter −40 to 200°F."],
  [{ rules: { very_hot: { low: 20 } } }, "This rule has no such limit."],
  [{ rules: { hexboard: { limit: 1 } } }, "This rule has no such limit."],
  [{ rules: { hexboard: { hold_s: -1 } } }, "Enter 0 to 86,400 seconds."],
  [{ charged_from: 49 }, "Enter 50 to 100 percent."],
  [{ words: { ...word, rest: ["two words"] } }, "Enter one word of at most 40 characters, without spaces and colons."],
  [{ words: { ...word, rest: ["A"], busy: ["a"] } }, "Enter each word once."],
])("%j is rejected: %s", (rules, message) => {
  const { error } = readinessRules.safeParse(rules);
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test.each([{ rules: { nothing: {} } }, { rules: { hexboard: { effect: "unknown" } } }, { pad: "round" }, { holds: 3 }])(
  "%j is no change of a rule",
  (rules) => {
    expect(readinessRules.safeParse(rules).success).toBe(false);
  },
);

test("the limits of a hot and cold rule are stored as they are", () => {
  const changed = { rules: { hot_or_cold: { limit: 104, low: 20, effect: "info", hold_s: 0 } } };
  expect(readinessRules.parse(changed)).toEqual(changed);
  expect(readinessRules.parse({})).toEqual({ rules: {} });
});

test("rules about the door are named after the roof of an atlas station", () => {
  expect([ruleLabel("door_open", "atlas"), ruleLabel("door_unknown", "global"), ruleLabel("stuck", "atlas")]).toEqual([
    "Roof open at rest",
    "Door position unknown",
    "Busy too long",
  ]);
});
