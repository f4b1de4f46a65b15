import { expect, test } from "vitest";
import { MINUTE, START } from "../../test/readiness.ts";
import { sampleSnapshot } from "../../test/sample-snapshot.ts";
import { snapshot } from "../telemetry/index.ts";
import { isMovementJob, readingsOf } from "./facts.ts";
import type { ReadinessReason, ReasonArgs, ReasonCode } from "./readiness.ts";
import { notCheckedText, readinessText, readinessTitle, shortReadinessText } from "./text.ts";

const clock = { now: START, timeText: (at: number) => new Date(at).toISOString().slice(11, 16) };
const reason = (code: ReasonCode, minutes: number, args: ReasonArgs = {}): ReadinessReason => ({
  code,
  effect: "block",
  since: new Date(START - minutes * MINUTE).toISOString(),
  args,
});
const soon = new Date(START + 15 * MINUTE).toISOString();

test.each([
  [
    reason("no_battery", 22, { charged: 0, next: soon }),
    "No charged battery, next in about 15 min",
    "No charged battery",
  ],
  [
    reason("few_batteries", 22, { charged: 2, next: "none_charging" }),
    "2 charged batteries, none charging",
    "2 charged batteries",
  ],
  [reason("offline", 12.9, { was: "ready" }), "Offline for 12 min, was Ready", "Offline"],
  [reason("offline", 3 * 24 * 60, { was: "not_ready" }), "Offline for 3 d, was Not ready", "Offline"],
  [reason("silent", 4, { was: "limited" }), "No telemetry for 4 min, was Limited", "No telemetry"],
  [reason("door_open", 34), "Roof open for 34 min", "Roof open"],
  [reason("pad_taken", 47 * 60), "Pad occupied for 47 h", "Pad occupied"],
  [reason("stuck", 14, { word: "SWAPPING" }), "SWAPPING for 14 min", "Busy too long: SWAPPING"],
  [reason("swaps_failed", 1, { failed: 1, group: "", group_id: 0 }), "Last swap failed", "Last swap failed"],
  [reason("error_group", 1, { group: "No gantry", group_id: 118 }), "No gantry (Group 118)", "No gantry (Group 118)"],
  [reason("job_failed", 20, { job: "home_all" }), "home_all failed 20 min ago", "home_all failed"],
  [reason("message", 1, { message: "Door jammed" }), "Door jammed", "Reported by the station"],
])("%j reads %s, without times %s", (given, text, title) => {
  expect(readinessText(given, "atlas", clock)).toBe(text);
  expect(readinessTitle(given, "atlas")).toBe(title);
});

test("the row leaves out what it can", () => {
  const given = reason("no_battery", 22, { charged: 0, next: soon });
  expect(shortReadinessText(given, "atlas", clock)).toBe("No charged battery, next in 15 min");
});

test("fields that are not reported are named by the parts of the station type", () => {
  expect(notCheckedText(["latch", "gantry"], "atlas")).toBe("Not checked: latch, gantry (not reported)");
  expect(notCheckedText(["door"], "atlas")).toBe("Not checked: roof (not reported)");
  expect(notCheckedText(["door"], "global")).toBe("Not checked: door (not reported)");
  expect(notCheckedText([], "atlas")).toBeNull();
});

test.each([
  ["home_all", true],
  ["self_test", true],
  ["open_roof", true],
  ["close_door", true],
  ["swap_battery", false],
  ["reopen_x", false],
  [null, false],
])("a job %s moves parts: %s", (job, expected) => {
  expect(isMovementJob(job)).toBe(expected);
});

test("readings are those of the snapshot, and null where it reports nothing", () => {
  const sample = sampleSnapshot();
  const { charger_info, status } = sample;
  const readings = readingsOf(sample);
  expect(readings).toMatchObject({ system: status?.system, door: status?.door, pad: status?.pad });
  expect(readings.charger?.map(({ slot }) => slot)).toEqual(charger_info?.batteries.map(({ slot }) => slot));
  const nothing = readingsOf(snapshot.parse({ time: 0, charger_info: { batteries: [] } }));
  expect(new Set(Object.values(nothing))).toEqual(new Set([null]));
});

test("a slot that is reported twice is in its worse state, and a camera without a name has its id", () => {
  const readings = readingsOf(
    snapshot.parse({
      time: 0,
      charger_info: {
        batteries: [
          { slot: 2, status: "COMPLETE", charger_level: 100 },
          { slot: 1, status: "DISCONNECTED" },
          { slot: 2, status: "ABNORMAL_COMMS" },
        ],
      },
      status: { usb_status: { cameras: { cam0: { detected: false }, cam1: { detected: true } } } },
    }),
  );
  expect(readings.charger).toEqual([
    { slot: 1, status: "DISCONNECTED", level: null },
    { slot: 2, status: "ABNORMAL_COMMS", level: null },
  ]);
  expect(readings.missing_cameras).toEqual([{ id: "cam0", name: "cam0" }]);
});
