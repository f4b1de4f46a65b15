import { MINUTE_MS } from "@groundcrew/shared/lib";
import { applyRules, readingsOf, stationReadiness, type ReadinessFacts } from "@groundcrew/shared/readiness";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import { expect, test } from "vitest";
import { fleetStation, MONDAY } from "../test/fleet-station.ts";
import { advance, idle } from "./advance.ts";
import { newMachine, snapshotOf, type Fault, type FleetStation } from "./model/index.ts";

/** The readiness of a station that has reported every minute for half an hour, and has made no swaps. */
function readinessOf(station: FleetStation) {
  const { station_type: stationType, cameras } = station;
  const rules = applyRules({ stationType, slots: builtInStationTypes[stationType].battery_slots }, []);
  const counters = { swaps: station.swaps_performed, cycles: station.cycles };
  let machine = idle(station, newMachine(station, counters, MONDAY));
  let before = null;
  for (let now = MONDAY; now <= MONDAY + 30 * MINUTE_MS; now += MINUTE_MS) {
    machine = advance(station, machine, now);
    const facts: ReadinessFacts = {
      ...REPORTING,
      station_type: stationType,
      last_online: now,
      last_telemetry: now,
      readings: readingsOf(snapshotOf(station, machine)),
      cameras_in_use: cameras.filter(({ in_use }) => in_use).map(({ id }) => id),
    };
    before = stationReadiness(facts, rules, { now, before });
  }
  const { state, reasons } = before?.readiness ?? { state: null, reasons: [] };
  return { state, first: reasons[0]?.code ?? null, args: reasons[0]?.args ?? {} };
}

const REPORTING: Omit<
  ReadinessFacts,
  "station_type" | "last_online" | "last_telemetry" | "readings" | "cameras_in_use"
> = {
  is_retired: false,
  telemetry_enabled: true,
  maintenance: null,
  is_up: true,
  charge_minutes: null,
  rises: new Map(),
  failed_swaps: null,
  failed_job: null,
  marked_group: null,
  ignored: [],
};

const withFault = (station_type: StationType, ...faults: Fault[]) =>
  fleetStation({ station_type, behaviour: { link: "steady", faults, swaps_per_day: 0 } });

test.each<[Fault, string, string]>([
  ["stopped", "not_ready", "stopped"],
  ["stuck", "not_ready", "stuck"],
  ["gripper", "not_ready", "gripper"],
  ["weak_charger", "not_ready", "no_battery"],
  ["door_open", "limited", "door_open"],
  ["door_unknown", "limited", "door_unknown"],
  ["hexboard_missing", "limited", "hexboard"],
  ["hot", "limited", "temperature"],
  ["battery", "limited", "message"],
])("a station of any type with the fault %s is %s because of %s", (fault, state, first) => {
  for (const type of stationType.options) expect(readinessOf(withFault(type, fault))).toMatchObject({ state, first });
});

test("a station without a fault is ready", () => {
  for (const type of stationType.options) expect(readinessOf(withFault(type)).state).toBe("ready");
});

test("a station that has stopped says so in a word of its type", () => {
  const words = stationType.options.map((type) => readinessOf(withFault(type, "stopped")).args["word"]);
  expect(words).toEqual(["ESTOP", "FAULT", "MANUAL"]);
});

test("no battery of a weak charger gets full", () => {
  const station = withFault("atlas", "weak_charger");
  const started = idle(station, newMachine(station, { swaps: 0, cycles: station.cycles }, MONDAY));
  const { batteries } =
    snapshotOf(station, advance(station, started, MONDAY + 3 * 24 * 60 * MINUTE_MS)).charger_info ?? {};
  const levels = (batteries ?? []).flatMap(({ charger_level }) => charger_level ?? []);
  expect(levels.length).toBeGreaterThan(0);
  expect(Math.max(...levels)).toBeLessThan(90);
  expect(batteries?.some(({ status }) => status === "CHARGING")).toBe(true);
});
