import { expect, test } from "vitest";
import { EvaluatedStation, MINUTE, readyFacts, rulesFor, SECOND, slots, START } from "../../test/readiness.ts";
import { rowOfReadiness, rowReadiness } from "./readiness.ts";
import { stationReadiness } from "./station-readiness.ts";

const none = { readings: { charger: slots("DISCONNECTED", 40) } };
const one = { readings: { charger: slots("COMPLETE", 40) } };
const hot = { readings: { temperature: 110 } };

// @spec R1.1
test("a retired station has no readiness", () => {
  const facts = readyFacts("atlas", { is_retired: true });
  expect(stationReadiness(facts, rulesFor("atlas"), { now: START, before: null })).toBeNull();
});

// @spec R1.14
test("a reason holds for its time before it counts, and 60 s without it end it", () => {
  const station = new EvaluatedStation("atlas").report(0).report(10 * SECOND, none);
  expect([station.text, station.dueMs]).toEqual(["ready: ", 70 * SECOND]);
  expect(station.wait(70 * SECOND - 1).text).toBe("ready: ");
  expect(station.wait(70 * SECOND).text).toBe("not_ready: no_battery block");
  // It began when the last battery was taken, not when it had held for long enough.
  expect(station.sinceMs).toBe(10 * SECOND);
  station.report(100 * SECOND);
  expect([station.text, station.dueMs]).toEqual(["not_ready: no_battery block", 160 * SECOND]);
  expect(station.wait(160 * SECOND - 1).text).toBe("not_ready: no_battery block");
  expect(station.wait(160 * SECOND).text).toBe("ready: ");
  expect(station.sinceMs).toBe(100 * SECOND);
});

test("a reason that comes back within 60 s has never ended", () => {
  const station = new EvaluatedStation("atlas").report(0, none).report(60 * SECOND, none);
  station.report(90 * SECOND).report(100 * SECOND, none);
  expect(station.report(400 * SECOND, none).text).toBe("not_ready: no_battery block");
  expect(station.sinceMs).toBe(0);
});

test("a reason that ends before its hold has to hold again from its next beginning", () => {
  const station = new EvaluatedStation("atlas")
    .report(0, none)
    .report(50 * SECOND)
    .report(55 * SECOND, none);
  expect([station.text, station.dueMs]).toEqual(["ready: ", 115 * SECOND]);
});

// @spec R1.14
test("a reason without a hold begins and ends at once", () => {
  const failed = { failed_swaps: { count: 2, at: START + SECOND, group: null } };
  const station = new EvaluatedStation("atlas").report(0).report(2 * SECOND, failed);
  expect([station.text, station.sinceMs]).toEqual(["not_ready: swaps_failed block", SECOND]);
  expect([station.report(3 * SECOND).text, station.sinceMs]).toEqual(["ready: ", 3 * SECOND]);
});

// @spec R1.1
test("reasons are listed worst first, then in the order of the table, and the state is that of the first", () => {
  const facts = {
    readings: { ...hot.readings, ...none.readings, pad: "occupied", hexboard: false } as const,
    failed_job: { job: "home_all", at: START },
  };
  const station = new EvaluatedStation("atlas").report(0, facts).report(10 * MINUTE, facts);
  expect(station.text).toBe(
    "not_ready: no_battery block, job_failed limit, temperature limit, hexboard limit, drone info",
  );
});

test("one reason says what is covered by a worse one", () => {
  const station = new EvaluatedStation("atlas").report(0, one).report(5 * MINUTE, one);
  expect(station.text).toBe("limited: few_batteries limit");
  station.report(6 * MINUTE, none);
  expect(station.report(7 * MINUTE, none).text).toBe("not_ready: no_battery block");
  expect(station.sinceMs).toBe(6 * MINUTE);
  station.report(20 * MINUTE, one);
  expect([station.report(21 * MINUTE, one).text, station.sinceMs]).toEqual([
    "limited: few_batteries limit",
    20 * MINUTE,
  ]);
});

test("what would be covered is listed if it is worse by the rules", () => {
  const rules = { rules: { no_battery: { effect: "info" } } };
  const station = new EvaluatedStation("atlas", rules).report(0, none).report(5 * MINUTE, none);
  expect(station.text).toBe("limited: few_batteries limit, no_battery info");
});

// @spec R1.3
test("Unknown keeps what was, and says it", () => {
  const station = new EvaluatedStation("atlas").report(0, hot).report(5 * MINUTE, hot);
  const lost = { ...none, is_up: false, last_online: START + 6 * MINUTE, last_telemetry: START + 6 * MINUTE };
  station.report(7 * MINUTE, lost);
  expect([station.text, station.dueMs]).toEqual(["limited: temperature limit", 9 * MINUTE]);
  expect(station.wait(9 * MINUTE).text).toBe("unknown: offline unknown, temperature limit");
  expect(station.last?.readiness.reasons[0]?.args).toEqual({ was: "limited" });
  expect([station.sinceMs, station.dueMs]).toEqual([6 * MINUTE, null]);
  // Neither what began nor what ended before the link was lost continues meanwhile.
  expect(station.wait(600 * MINUTE).text).toBe("unknown: offline unknown, temperature limit");
  station.report(601 * MINUTE);
  expect(station.report(602 * MINUTE).text).toBe("ready: ");
  expect(station.sinceMs).toBe(601 * MINUTE);
});

test("nothing is known of a station before its first snapshot", () => {
  const offline = new EvaluatedStation("atlas").report(SECOND, { is_up: false });
  expect([offline.text, offline.sinceMs]).toEqual(["unknown: offline unknown", 0]);
  expect(offline.last?.readiness.reasons[0]?.args).toEqual({});
  const connected = new EvaluatedStation("atlas").report(0, { last_telemetry: null, readings: {} });
  expect(connected.text).toBe("unknown: silent unknown");
  expect(connected.report(SECOND).text).toBe("ready: ");
});

// @spec R1.8
test("while a station is busy, reasons that are about rest stay as they were", () => {
  const open = { readings: { door: "open", ...none.readings } } as const;
  const station = new EvaluatedStation("universal").report(0, open).report(10 * MINUTE, open);
  expect(station.text).toBe("not_ready: no_battery block, door_open limit");
  const busy = { readings: { system: "LAUNCHING", left_grippers: "closed" } } as const;
  station.report(11 * MINUTE, busy);
  expect(station.report(19 * MINUTE, busy).text).toBe("not_ready: no_battery block, door_open limit, busy info");
  station.report(20 * MINUTE);
  expect(station.report(21 * MINUTE).text).toBe("ready: ");
  // Only the first snapshot at rest says that it is over.
  expect(station.sinceMs).toBe(20 * MINUTE);
});

// @spec R1.8
test("a busy station is ready, whatever is open meanwhile", () => {
  const busy = {
    readings: { system: "SWAPPING", door: "open", latch: "open", gantry: "away", pad: "occupied" },
  } as const;
  const station = new EvaluatedStation("atlas").report(0, busy).report(9 * MINUTE, busy);
  expect(station.text).toBe("ready: busy info, drone info");
  expect(station.last?.readiness.busy).toBe("SWAPPING");
});

test("what began before a station was busy counts once it is at rest again", () => {
  const station = new EvaluatedStation("atlas").report(0, one);
  station.report(4 * MINUTE, { readings: { system: "SWAPPING" } });
  expect(station.report(6 * MINUTE, one).text).toBe("limited: few_batteries limit");
});

// @spec R1.2
test("maintenance comes first, is counted apart, and ends at its time", () => {
  const maintenance = { from: START + MINUTE, until: START + 30 * MINUTE };
  const station = new EvaluatedStation("atlas").report(0, { ...hot, maintenance });
  expect(station.dueMs).toBe(MINUTE);
  expect(station.wait(MINUTE).text).toBe("not_ready: maintenance maintenance");
  expect(station.report(29 * MINUTE, { ...hot, maintenance }).text).toBe(
    "not_ready: maintenance maintenance, temperature limit",
  );
  expect(station.sinceMs).toBe(MINUTE);
  expect(station.dueMs).toBe(30 * MINUTE);
  expect([station.wait(30 * MINUTE).text, station.sinceMs]).toEqual(["limited: temperature limit", 30 * MINUTE]);
});

test("an ignored reason has no effect until its time, unless it gets worse", () => {
  const ignored = [{ code: "temperature", effect: "limit", until: START + 60 * MINUTE }] as const;
  const station = new EvaluatedStation("atlas").report(0, { ...hot, ignored });
  station.report(5 * MINUTE, { ...hot, ignored });
  expect(station.text).toBe("ready: temperature info");
  expect(station.last?.readiness.reasons[0]?.args).toEqual({
    fahrenheit: 110,
    ignored_until: new Date(START + 60 * MINUTE).toISOString(),
  });
  const veryHot = { readings: { temperature: 130 }, ignored };
  expect(station.report(10 * MINUTE, veryHot).report(15 * MINUTE, veryHot).text).toBe("not_ready: temperature block");
  const cooler = { ...hot, ignored };
  expect(station.report(20 * MINUTE, cooler).report(21 * MINUTE, cooler).text).toBe("ready: temperature info");
  station.report(59 * MINUTE, cooler);
  expect(station.dueMs).toBe(60 * MINUTE);
  expect([station.wait(60 * MINUTE).text, station.sinceMs]).toEqual(["limited: temperature limit", 60 * MINUTE]);
});

test("what makes a station unknown cannot be ignored", () => {
  const ignored = [{ code: "no_data", effect: "block", until: START + 60 * MINUTE }] as const;
  const station = new EvaluatedStation("atlas").report(0, { telemetry_enabled: false, ignored });
  expect(station.text).toBe("unknown: no_data unknown");
});

test("other rules apply at once, and from now on", () => {
  const station = new EvaluatedStation("atlas").report(0, one).report(5 * MINUTE, one);
  const fewBlock = { rules: { few_batteries: { effect: "block" } } };
  expect([station.change(6 * MINUTE, fewBlock).text, station.sinceMs]).toEqual([
    "not_ready: few_batteries block",
    6 * MINUTE,
  ]);
  const off = { rules: { few_batteries: { effect: "off" } } };
  expect([station.change(7 * MINUTE, off).text, station.sinceMs]).toEqual(["ready: ", 7 * MINUTE]);
});

test("what other limits end is over at once, without waiting for 60 s", () => {
  const station = new EvaluatedStation("atlas").report(0, one).report(5 * MINUTE, one);
  expect(station.text).toBe("limited: few_batteries limit");
  const enough = { rules: { few_batteries: { limit: 1 } } };
  expect([station.change(6 * MINUTE, enough).text, station.sinceMs]).toEqual(["ready: ", 6 * MINUTE]);
});

test("a better state begins when a reason was replaced by a milder one, not when another one had ended before", () => {
  const group = (id: number, effect: "block" | "limit") => ({
    marked_group: { group: { id, title: "Latch" }, effect, at: START },
  });
  const station = new EvaluatedStation("atlas").report(0, hot).report(5 * MINUTE, { ...hot, ...group(1, "block") });
  expect(station.text).toBe("not_ready: error_group block, temperature limit");
  station.report(6 * MINUTE, group(1, "block")).report(7 * MINUTE, group(2, "limit"));
  expect([station.text, station.sinceMs]).toEqual(["limited: error_group limit", 7 * MINUTE]);
});

test("readings count until they are three minutes old", () => {
  const rules = { rules: { few_batteries: { hold_s: 180 } } };
  const station = new EvaluatedStation("atlas", rules).report(0, one);
  expect(station.wait(3 * MINUTE).text).toBe("limited: few_batteries limit");
  expect(station.wait(3 * MINUTE + 1).text).toBe("unknown: silent unknown, few_batteries limit");
});

test("a station that is offline in maintenance was what it is without maintenance", () => {
  const maintenance = { from: START + 6 * MINUTE, until: START + 60 * MINUTE };
  const station = new EvaluatedStation("atlas").report(0, one).report(6 * MINUTE, { ...one, maintenance });
  station.report(20 * MINUTE, { ...one, maintenance, is_up: false, last_online: START + 6 * MINUTE });
  expect(station.last?.readiness.reasons.find(({ code }) => code === "offline")?.args).toMatchObject({
    was: "limited",
  });
});

test("the readiness stays the same object while only a hold or a reading continues", () => {
  const station = new EvaluatedStation("atlas").report(0);
  const { last } = station;
  expect(station.wait(MINUTE).last).toBe(last);
  station.report(2 * MINUTE, { readings: { temperature: 80 } });
  expect(station.last?.readiness).toBe(last?.readiness);
  // The next evaluation is due later, so the result is another one.
  expect(station.last).not.toBe(last);
  expect(station.report(3 * MINUTE, hot).last?.readiness).toBe(last?.readiness);
  expect(station.report(8 * MINUTE, hot).last?.readiness).not.toBe(last?.readiness);
});

test("the row has three reasons and the number of others", () => {
  const facts = {
    readings: { ...hot.readings, ...none.readings, hexboard: false, pad: "occupied", warn_message: "!" },
  } as const;
  const station = new EvaluatedStation("global").report(0, facts).report(5 * MINUTE, facts);
  const readiness = station.last?.readiness;
  const row = readiness && rowOfReadiness(readiness);
  expect(rowReadiness.parse(row)).toEqual(row);
  expect(row).toMatchObject({ state: "not_ready", more: 2, charged: 0, slots: 6, next_charged_at: null, busy: null });
  expect(row?.reasons.map(({ code }) => code)).toEqual(["no_battery", "temperature", "hexboard"]);
});
