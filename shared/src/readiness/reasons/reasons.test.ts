import { describe, expect, test } from "vitest";
import { EvaluatedStation, MINUTE, SECOND, slots, START, type FactParts } from "../../../test/readiness.ts";
import { stationType, type StationType } from "../../telemetry/index.ts";
import { reasonCode } from "../readiness.ts";
import { readinessRuleName } from "../rule-names.ts";
import { readinessText } from "../text.ts";
import { REASONS } from "./index.ts";

const TYPES = stationType.options;
const group = { id: 118, title: "Left gripper did not report home" };
const clock = { now: START, timeText: (at: number) => new Date(at).toISOString().slice(11, 16) };

/** The state and its reasons, for how long it has to hold (s), the facts, and the text: for the types of stations that have the reason. */
type Row = [
  becomes: string,
  holdS: number,
  facts: FactParts,
  text: string | Partial<Record<StationType, string>>,
  changes?: unknown,
];

/** Each reason of the table in the design, as it begins. */
const rows: Row[] = [
  [
    "unknown: never unknown",
    0,
    { last_online: null, last_telemetry: null, readings: {}, is_up: false },
    "Never connected",
  ],
  ["unknown: no_data unknown", 0, { telemetry_enabled: false }, "Telemetry is off"],
  ["unknown: offline unknown", 180, { is_up: false }, "Offline for 3 min"],
  [
    "not_ready: maintenance maintenance",
    0,
    { maintenance: { from: START, until: START + 91 * MINUTE } },
    "In maintenance until 16:00",
  ],
  ["not_ready: stopped block", 30, { readings: { system: "ERROR: gantry" } }, "System: ERROR"],
  ["not_ready: starting block", 30, { readings: { system: "Boot" } }, "Starting: BOOT"],
  [
    "not_ready: swaps_failed block",
    0,
    { failed_swaps: { count: 2, at: START, group } },
    "2 swaps failed in a row: Left gripper did not report home",
  ],
  [
    "limited: swaps_failed limit",
    0,
    { failed_swaps: { count: 1, at: START, group } },
    "Last swap failed: Left gripper did not report home",
  ],
  [
    "not_ready: error_group block",
    0,
    { marked_group: { group, effect: "block", at: START } },
    "Left gripper did not report home (Group 118)",
  ],
  [
    "limited: error_group limit",
    0,
    { marked_group: { group, effect: "limit", at: START } },
    "Left gripper did not report home (Group 118)",
  ],
  [
    "not_ready: no_battery block",
    60,
    { readings: { charger: [{ slot: 1, status: "CONNECTED", level: 89 }] } },
    "No charged battery, none charging",
  ],
  [
    "limited: few_batteries limit",
    300,
    { readings: { charger: slots("COMPLETE", 40) } },
    "1 charged battery, charging, no estimate",
  ],
  [
    "limited: no_slot limit",
    300,
    { readings: { charger: slots(...Array.from({ length: 8 }, () => "COMPLETE" as const)) } },
    "No empty slot",
    { rules: { no_slot: { effect: "limit" } } },
  ],
  ["not_ready: gripper block", 300, { readings: { left_grippers: "closed" } }, "Left gripper closed"],
  [
    "not_ready: gripper block",
    300,
    { readings: { left_grippers: "closed", right_grippers: "closed" } },
    "Left gripper and right gripper closed",
  ],
  [
    "not_ready: pad_taken block, drone info",
    900,
    { readings: { pad: "occupied" } },
    "Pad occupied for 15 min",
    { pad: "shared" },
  ],
  ["limited: pad_unknown limit", 300, { readings: { pad: "unknown" } }, "Pad sensor unknown"],
  [
    "limited: door_unknown limit",
    300,
    { readings: { door: "unknown" } },
    {
      atlas: "Roof position unknown",
      universal: "Door position unknown",
      global: "Door position unknown",
    },
  ],
  ["limited: pad_level limit", 300, { readings: { pad_level: "raised" } }, { atlas: "Pad raised" }],
  [
    "not_ready: gripper block",
    300,
    { readings: { front_long: "closed", back_long: "closed" } },
    { atlas: "Front long and back long closed" },
  ],
  [
    "limited: door_open limit",
    600,
    { readings: { door: "open" } },
    { atlas: "Roof open for 10 min", universal: "Door open for 10 min", global: "Door open for 10 min" },
  ],
  ["limited: latch limit", 300, { readings: { latch: "open" } }, "Latch open"],
  ["limited: gantry limit", 300, { readings: { gantry: "away" } }, "Gantry not home"],
  [
    "limited: job_failed limit",
    0,
    { failed_job: { job: "home_all", at: START - 20 * MINUTE } },
    "home_all failed 20 min ago",
  ],
  ["not_ready: temperature block", 300, { readings: { temperature: 122.1 } }, "122°F inside"],
  ["limited: temperature limit", 300, { readings: { temperature: 100.1 } }, "100°F inside"],
  ["limited: temperature limit", 300, { readings: { temperature: 31.4 } }, "31°F inside"],
  ["limited: hexboard limit", 300, { readings: { hexboard: false } }, "HexBoard not detected"],
  [
    "limited: charger limit",
    300,
    {
      readings: {
        charger: slots(
          "COMPLETE",
          "COMPLETE",
          "ABNORMAL_COMMS",
          "ABNORMAL_UNRECOVERABLE",
          "ABNORMAL_COMMS",
          "ABNORMAL_COMMS",
        ),
      },
    },
    {
      atlas: "4 of 8 slots with a battery error",
      universal: "4 of 6 slots with a battery error",
      global: "4 of 6 slots with a battery error",
    },
  ],
  [
    "limited: camera limit",
    300,
    { readings: { missing_cameras: [{ id: "cam0", name: "camera_pad" }] } },
    "camera_pad is missing",
  ],
  [
    "ready: camera info",
    300,
    { readings: { missing_cameras: ["cam1", "cam2"].map((id) => ({ id, name: id })) } },
    "2 cameras are missing",
  ],
  ["limited: message limit", 60, { readings: { error_message: ` ${"m".repeat(121)}` } }, `${"m".repeat(119)}…`],
  ["ready: message info", 60, { readings: { warn_message: "m".repeat(120) } }, "m".repeat(120)],
  ["ready: busy info", 0, { readings: { system: "swapping" } }, "Busy: SWAPPING"],
  ["ready: drone info", 0, { readings: { pad: "occupied" } }, "Drone on the pad"],
];

describe.each(rows)("%s after %d s with %j", (becomes, holdS, facts, text, changes = {}) => {
  test.each(TYPES)("at an %s station", (type) => {
    const expected = typeof text === "string" ? text : text[type];
    const station = new EvaluatedStation(type, changes).report(-1);
    const before = [0, holdS * SECOND - 1].filter((at) => at >= 0 && at < holdS * SECOND);
    expect(before.map((at) => station.report(at, facts).last?.readiness.state)).toEqual(before.map(() => "ready"));
    const [first] = station.report(holdS * SECOND, facts).last?.readiness.reasons ?? [];
    expect(station.text).toBe(expected === undefined ? "ready: " : becomes);
    const now = START + holdS * SECOND;
    const shown = first && readinessText(first, type, { ...clock, now }).replace(", was Ready", "");
    expect(shown).toBe(expected);
  });
});

// @spec R1.5
test("every reason is in the table, in the order of the codes", () => {
  const codes = REASONS.map(({ code }) => code).filter((code, index, all) => code !== all[index - 1]);
  expect(codes).toEqual(reasonCode.options);
  const shown = new Set(rows.flatMap(([becomes]) => becomes.match(/[a-z_]+(?= (?:maint|unk|bl|li|in))/g) ?? []));
  // Both depend on time alone, and have tests of their own.
  expect(reasonCode.options.filter((code) => !shown.has(code))).toEqual(["silent", "stuck"]);
});

test("every rule is that of a reason", () => {
  const names = REASONS.flatMap(({ rule }) => rule?.name ?? []);
  expect([...new Set(names)].toSorted()).toEqual(readinessRuleName.options.toSorted());
});
