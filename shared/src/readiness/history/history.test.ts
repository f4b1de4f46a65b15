import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cases } from "../../../test/property-runs.ts";
import { anyHistory, historyChange, historyReason } from "../../../test/readiness-history.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../lib/index.ts";
import type { Readiness, ReadinessReason, ReadinessState } from "../readiness.ts";
import { isHistoryChange, readinessChange, type ReadinessChange } from "./change.ts";
import { readinessDays, sumSeconds, type DayEnd, type ReadinessDay } from "./days.ts";
import { historySpans, recordedTime, type TimeSpan } from "./spans.ts";

const DAY = Date.parse("2026-10-08T00:00:00.000Z");
const WHOLE_DAY: TimeSpan = { from: DAY, until: DAY + DAY_MS };
const at = (hours: number, minutes = 0, seconds = 0) =>
  DAY + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;

type Day = { changes: ReadinessChange[]; evaluated?: TimeSpan[]; range?: TimeSpan; before?: DayEnd | null };

function dayOf({ changes, evaluated = [WHOLE_DAY], range = WHOLE_DAY, before = null }: Day): ReadinessDay[] {
  const spans = historySpans({ changes, recorded: recordedTime(evaluated) }, range);
  return readinessDays(spans, before);
}

const sumOf = (day: ReadinessDay | undefined) =>
  day === undefined
    ? 0
    : day.ready_s +
      day.limited_s +
      day.not_ready_s +
      day.unknown_s +
      day.maintenance_s +
      day.not_recorded_s +
      day.uncounted_s;

describe("a day of a station", () => {
  test("has the seconds of each state outside maintenance, and those of first reasons", () => {
    const inMaintenance = { maintenance: true, reasons: [historyReason("maintenance")] };
    const changes = [
      historyChange(at(0) - 1, "ready"),
      historyChange(at(6), "limited"),
      historyChange(at(7), "not_ready", { reasons: [historyReason("no_battery", { charged: 0 })] }),
      historyChange(at(9), "unknown", { link: false }),
      historyChange(at(10), "not_ready", inMaintenance),
      historyChange(at(12), "ready"),
    ];
    expect(dayOf({ changes })).toEqual([
      {
        org_id: 1,
        ready_s: 18 * 3_600,
        limited_s: 3_600,
        not_ready_s: 2 * 3_600,
        unknown_s: 3_600,
        maintenance_s: 2 * 3_600,
        not_recorded_s: 0,
        uncounted_s: 0,
        link_s: 21 * 3_600,
        outages: 1,
        outage_s: 3 * 3_600,
        longest_s: 3 * 3_600,
        open_s: 0,
        continued: false,
        causes: [
          { state: "limited", title: "Latch open", seconds: 3_600 },
          { state: "not_ready", title: "No charged battery", seconds: 2 * 3_600 },
          { state: "unknown", title: "Offline", seconds: 3_600 },
        ],
      },
    ]);
  });

  test.each([
    [299, 0],
    [300, 1],
  ])("has an outage after 5 min of Not ready or Unknown: %d s are %d", (seconds, outages) => {
    const changes = [historyChange(at(0), "ready"), historyChange(at(1), "not_ready")];
    changes.push(historyChange(at(1, 2), "unknown"), historyChange(at(1, 0, seconds), "ready"));
    expect(dayOf({ changes })[0]).toMatchObject({ outages, outage_s: outages * 300, longest_s: outages * 300 });
  });

  test("has no outage in maintenance, which ends one", () => {
    const changes = [historyChange(at(0), "not_ready"), historyChange(at(0, 4), "not_ready", { maintenance: true })];
    changes.push(historyChange(at(0, 30), "not_ready"), historyChange(at(0, 34), "ready"));
    expect(dayOf({ changes })[0]).toMatchObject({ outages: 0, maintenance_s: 26 * 60 });
  });

  // @spec R3.2
  test("counts an outage that lasts over midnight once, on the day on which it is one, and as long as it was", () => {
    const changes = [
      historyChange(at(0), "ready"),
      historyChange(at(23, 56), "unknown"),
      historyChange(at(26), "ready"),
    ];
    const [first] = dayOf({ changes });
    expect(first).toMatchObject({ outages: 0, outage_s: 0, open_s: 240, continued: false });
    const range = { from: WHOLE_DAY.until, until: WHOLE_DAY.until + DAY_MS };
    const [second] = dayOf({ changes, range, evaluated: [range], before: first ?? null });
    expect(second).toMatchObject({ outages: 1, outage_s: 7_440, longest_s: 7_440, continued: false });
  });

  test("says that it began in an outage", () => {
    const [day] = dayOf({ changes: [historyChange(at(-9), "unknown")], before: { org_id: 1, open_s: 32_400 } });
    expect(day).toMatchObject({ outages: 0, outage_s: 86_400, longest_s: 118_800, open_s: 118_800, continued: true });
    const afterS = (open_s: number) =>
      dayOf({ changes: [historyChange(at(-9), "unknown")], before: { org_id: 1, open_s } })[0]?.continued;
    expect([afterS(299), afterS(300)]).toEqual([false, true]);
  });

  // @spec R1.27
  test("is not recorded before the first change, and while evaluation paused for more than 90 s", () => {
    const evaluated = [
      { from: at(0), until: at(10) },
      { from: at(10, 1, 30), until: at(12) },
      { from: at(12, 1, 31), until: at(24) },
    ];
    const [day] = dayOf({ changes: [historyChange(at(2), "ready"), historyChange(at(12, 1), "not_ready")], evaluated });
    expect(day).toMatchObject({ not_recorded_s: 2 * 3_600 + 91, ready_s: 10 * 3_600, outages: 1 });
  });

  // @spec R3.3
  test("does not count before the first connection, nor after retirement", () => {
    const never = historyChange(at(1), "unknown", { reasons: [historyReason("never")], link: false });
    const [day] = dayOf({ changes: [never, historyChange(at(3), "ready"), historyChange(at(20), null)] });
    expect(day).toMatchObject({ uncounted_s: 7 * 3_600, ready_s: 17 * 3_600, unknown_s: 0, not_recorded_s: 0 });
  });

  test("belongs to the organization that had the station at the time", () => {
    const changes = [historyChange(at(0), "unknown"), historyChange(at(5), "unknown", { org_id: 2 })];
    changes.push(historyChange(at(6), "ready", { org_id: 2 }));
    const [old, next] = dayOf({ changes, before: { org_id: 1, open_s: 900 } });
    expect(old).toMatchObject({ org_id: 1, unknown_s: 5 * 3_600, outages: 0, continued: true, open_s: 0 });
    expect(next).toMatchObject({ org_id: 2, unknown_s: 3_600, ready_s: 18 * 3_600, outages: 1, continued: false });
  });

  test("does not exist before the first change", () => {
    expect(dayOf({ changes: [] })).toEqual([]);
  });
});

/** The kind of a second, as the specification defines it. */
function kindAt(time: number, changes: readonly ReadinessChange[], recorded: (time: number) => boolean): string {
  const earlier = changes.filter((change) => change.at <= time).toSorted((a, b) => b.at - a.at)[0];
  const first = changes.toSorted((a, b) => a.at - b.at)[0];
  const change = earlier ?? first;
  if (change?.state === null || change?.reasons[0]?.code === "never") return "uncounted";
  if (!earlier || !recorded(time)) return "not_recorded";
  return earlier.maintenance ? "maintenance" : (earlier.state ?? "");
}

test("a simulated time is counted to the second, whatever the order of changes", () => {
  const range = { from: DAY, until: DAY + HOUR_MS };
  fc.assert(
    fc.property(anyHistory({ ...range, stepMs: SECOND_MS }), ({ changes, evaluated }) => {
      const isRecorded = (time: number) =>
        evaluated.some(({ from, until }) => from <= time && time < until) ||
        evaluated.some(
          ({ until }) => until <= time && evaluated.some(({ from }) => from > time && from - until <= 90_000),
        );
      const expected: Record<string, number> = {};
      for (let time = range.from; time < range.until; time += SECOND_MS) {
        const kind = kindAt(time, changes, isRecorded);
        expected[`${kind}_s`] = (expected[`${kind}_s`] ?? 0) + 1;
      }
      const days = dayOf({ changes: changes.toReversed(), evaluated: evaluated.toReversed(), range });
      expect(dayOf({ changes, evaluated, range })).toEqual(days);
      expect(sumSeconds(days)).toMatchObject(changes.length === 0 ? {} : expected);
    }),
    cases(150),
  );
});

test("the seconds of every day are 86,400 for each station, and those of its states at most", () => {
  fc.assert(
    fc.property(anyHistory({ ...WHOLE_DAY, stepMs: 7 }), ({ changes, evaluated }) => {
      const days = dayOf({ changes, evaluated });
      expect(days.length > 0).toBe(changes.length > 0);
      if (days.length === 0) return;
      expect(days.reduce((sum, day) => sum + sumOf(day), 0)).toBe(86_400);
      for (const day of days) {
        expect(day.link_s).toBeLessThanOrEqual(day.ready_s + day.limited_s + day.not_ready_s + day.unknown_s);
        const caused = (...states: string[]) =>
          day.causes.filter(({ state }) => states.includes(state)).reduce((sum, { seconds }) => sum + seconds, 0);
        expect(caused("not_ready")).toBeLessThanOrEqual(day.not_ready_s);
        expect(caused("unknown")).toBeLessThanOrEqual(day.unknown_s);
      }
    }),
    cases(300),
  );
});

test("midnight changes nothing: the outages of two days are those of both together", () => {
  const both = { from: DAY, until: DAY + 2 * HOUR_MS };
  const noon = DAY + HOUR_MS;
  fc.assert(
    fc.property(anyHistory({ ...both, stepMs: SECOND_MS }), (history) => {
      // Moving a station ends its outages, here at any time but midnight.
      const later = history.changes.map((change) => Object.assign(change, { org_id: 1 }));
      const changes = [historyChange(DAY - HOUR_MS, "not_ready"), ...later];
      const evaluated = history.evaluated;
      const first = dayOf({ changes, evaluated, range: { from: DAY, until: noon } });
      const second = dayOf({
        changes,
        evaluated,
        range: { from: noon, until: both.until },
        before: first.at(-1) ?? null,
      });
      expect(sumSeconds([...first, ...second])).toEqual(sumSeconds(dayOf({ changes, evaluated, range: both })));
    }),
    cases(300),
  );
});

describe("what history stores of an evaluated station", () => {
  const evaluated = { station: "gc-000000000001", at: at(1), org_id: 1, link: true, station_type: "atlas" } as const;
  const readiness = (state: ReadinessState, ...reasons: ReadinessReason[]): Readiness => ({
    state,
    since: "2026-10-08T00:00:00.000Z",
    reasons,
    charged: 5,
    slots: 8,
    next_charged_at: null,
    busy: null,
    not_checked: [],
  });
  const hot = (fahrenheit: number) => readiness("not_ready", historyReason("temperature", { fahrenheit }));
  const storedOf = (parts: Readiness | null) => readinessChange({ ...evaluated, readiness: parts });

  // @spec R1.26
  test("changes with the state, first reason, maintenance, link and organization, and not with a number in a title", () => {
    const before = storedOf(hot(125));
    const isChange = (next: ReadinessChange) => isHistoryChange(before, next);
    const more = [...hot(126).reasons, historyReason("gantry")];
    expect(isChange({ ...storedOf(readiness("not_ready", ...more)), at: at(2) })).toBe(false);
    expect(isChange(storedOf({ ...hot(125), state: "limited" }))).toBe(true);
    expect(isChange(storedOf(readiness("not_ready", historyReason("gantry"))))).toBe(true);
    expect(isChange({ ...before, maintenance: true })).toBe(true);
    expect(isChange({ ...before, link: false })).toBe(true);
    expect(isChange({ ...before, org_id: 2 })).toBe(true);
  });

  test("does not change with what has no effect, such as the busy words of a swap", () => {
    const info = (code: ReadinessReason["code"], args = {}) => ({
      ...historyReason(code, args),
      effect: "info" as const,
    });
    const before = storedOf(readiness("ready"));
    for (const reason of [
      info("busy", { word: "LANDING" }),
      info("drone"),
      info("camera", { cameras: ["camera_sky"] }),
    ]) {
      expect(isHistoryChange(before, storedOf(readiness("ready", reason)))).toBe(false);
    }
    const blocked = storedOf(readiness("not_ready", historyReason("latch"), info("drone")));
    expect(blocked).toMatchObject({ cause: "Latch open", reasons: [{ code: "latch" }, { code: "drone" }] });
  });

  test("is in maintenance with that as its first reason, and has no state once retired", () => {
    const maintenance = { ...historyReason("maintenance"), effect: "maintenance" } as const;
    expect(storedOf(readiness("not_ready", maintenance, historyReason("latch"))).maintenance).toBe(true);
    expect(storedOf(hot(125)).maintenance).toBe(false);
    expect(storedOf(null)).toMatchObject({ state: null, cause: null, reasons: [], maintenance: false });
  });

  test.each([
    ["stopped", { word: "ERROR" }, "System: ERROR"],
    ["swaps_failed", { failed: 1 }, "Last swap failed"],
    ["swaps_failed", { failed: 3 }, "Swaps failed in a row"],
    ["charger", { failed: 1, slots: 8 }, "Slots with a battery error"],
    ["door_open", {}, "Roof open"],
  ] as const)("has the title of %s %j, without what counts", (code, args, title) => {
    expect(storedOf(readiness("not_ready", historyReason(code, args))).cause).toBe(title);
  });
});
