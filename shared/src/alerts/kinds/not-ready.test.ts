import { expect, test } from "vitest";
import { conditionFacts } from "../../../test/condition-facts.ts";
import type { Readiness, ReadinessReason } from "../../readiness/index.ts";
import { condition } from "./index.ts";
import { notReady } from "./not-ready.ts";

const SINCE = "2026-03-01T11:00:00.000Z";
const LATER = "2026-03-01T11:30:00.000Z";
const NOW = Date.parse("2026-03-01T12:00:00.000Z");

const reason = (
  code: ReadinessReason["code"],
  effect: ReadinessReason["effect"],
  more: Partial<ReadinessReason> = {},
): ReadinessReason => ({ code, effect, since: LATER, args: {}, ...more });
const battery = reason("no_battery", "block", { args: { charged: 0, next: "none_charging" } });
const gripper = reason("gripper", "block", { args: { parts: ["left gripper"] } });
const latch = reason("latch", "limit", { since: "2026-03-01T10:00:00.000Z" });
const group = reason("error_group", "block", { args: { group: "Belts of the bad batch", group_id: 118 } });
const maintenance = reason("maintenance", "maintenance");
const ANY = { limited: false, reasons: [] };

function found(
  state: Readiness["state"],
  reasons: readonly ReadinessReason[],
  watched: { limited: boolean; reasons: ReadinessReason["code"][] },
) {
  const about = { since: SINCE, charged: 0, slots: 8, next_charged_at: null, busy: null, not_checked: [] };
  const rule = notReady.condition.parse({ kind: "not_ready", minutes: 10, ...watched });
  const facts = conditionFacts({ last_online: NOW, readiness: { state, reasons, ...about } });
  const result = notReady.station?.state(rule, facts, { now: NOW, before: null });
  if (result?.state !== "holds") return result?.state;
  return `${result.level}: ${result.title}, ${new Date(result.since ?? 0).toISOString().slice(11, 16)}`;
}

test.each([
  ["ready", [], ANY, "over"],
  ["not_ready", [battery], ANY, "1: Not ready: no charged battery, 11:00"],
  ["not_ready", [battery, gripper, latch], ANY, "2: Not ready: no charged battery, 11:00"],
  ["limited", [latch], ANY, "over"],
  ["limited", [latch], { limited: true, reasons: [] }, "0: Limited: latch open, 10:00"],
  ["not_ready", [battery, latch], { limited: true, reasons: [] }, "1: Not ready: no charged battery, 10:00"],
  // Only chosen reasons count, each from when it began.
  [
    "not_ready",
    [battery, gripper],
    { limited: false, reasons: ["gripper"] },
    "1: Not ready: left gripper closed, 11:30",
  ],
  ["not_ready", [battery], { limited: false, reasons: ["gripper"] }, "over"],
  ["not_ready", [reason("hexboard", "block")], ANY, "1: Not ready: HexBoard not detected, 11:00"],
  ["not_ready", [reason("stopped", "block", { args: { word: "ERROR" } })], ANY, "1: Not ready: system: ERROR, 11:00"],
  // Messages go to customers, who do not read the staff's title of a group.
  ["not_ready", [group], ANY, "1: Not ready: error of group 118, 11:00"],
  // The state of an offline station is not known, whatever it was before.
  ["unknown", [reason("silent", "unknown"), battery], ANY, "unknown"],
  // Maintenance begins no alert and keeps none whose reason is gone.
  ["not_ready", [maintenance, battery], ANY, "unknown"],
  ["not_ready", [maintenance], ANY, "over"],
] as const)("%s because of %j, watched for %j: %s", (state, reasons, { limited, reasons: codes }, expected) => {
  expect(found(state, reasons, { limited, reasons: [...codes] })).toBe(expected);
});

test.each([
  [0, [], false],
  [1, [], true],
  [1_440, ["no_battery"], true],
  [1_441, [], false],
  [10, ["maintenance"], false],
  [10, ["offline"], false],
])("a rule of %s minutes about %j: %s", (minutes, reasons, isValid) => {
  expect(condition.safeParse({ kind: "not_ready", minutes, limited: false, reasons }).success).toBe(isValid);
});

test("is a sentence", () => {
  const text = (limited: boolean, reasons: ("no_battery" | "latch")[]) =>
    notReady.text({ kind: "not_ready", minutes: 10, limited, reasons });
  expect(text(false, [])).toBe("Not ready for 10 minutes");
  expect(text(true, ["no_battery", "latch"])).toBe(
    "Not ready or limited for 10 minutes, because of: No charged battery or Latch open",
  );
});
