import { DAY_MS, SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { StationReadiness } from "@groundcrew/shared/readiness";
import * as fc from "fast-check";
import { Board } from "../src/stations/index.ts";
import type { BoardState, StationFacts } from "../src/stations/board/row-text.ts";
import { boardFacts, boardState, snapshotSummary } from "./board-facts.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");

const at = (ms: number): Timestamp => new Date(ms).toISOString();
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const few = fc.nat({ max: 2 });
/** Before the start: about two minutes, until which a station counts as active now, or up to two weeks. */
const past = fc
  .oneof(fc.constantFrom(0, 1, 119, 120, 121), fc.nat({ max: 14 * 86_400 }))
  .map((seconds) => at(START - seconds * SECOND_MS));
const maintenance = { id: 1, why: "upgrade", from: at(START), until: at(START + DAY_MS), by: "Ann", by_staff: true };
const staffTag = { name: "beta", caution: false, staff: true };
const wetTag = { name: "wet", caution: true, staff: false };
const config = {
  created: at(START),
  version_api: "1",
  version_firmware: "2",
  positions: {},
  offsets: {},
  unit_configs: [],
  streaming_turn: null,
};

/** What people entered about a station. Values are few, so that many stations are equal. */
const facts = fc.record({
  serial_number: fc.constantFrom("", "Atlas 2", "atlas 02", "Atlas 10", "Zürich-1", "b"),
  description: fc.constantFrom("", "Pier", "pier", "North | pad"),
  station_type: fc.constantFrom("atlas" as const, "universal" as const),
  organization_name: fc.constantFrom("Harbor Air", "harbor air", "Skyline", "Groundcrew Test", ""),
  location_deployment: fc.constantFrom("", "Oslo"),
  actual: fc.boolean(),
  telemetry_enabled: fc.boolean(),
  version_api: fc.constantFrom("", "1.9", "1.10"),
  created: fc.constantFrom(at(START - 40 * DAY_MS), at(START - DAY_MS), at(START - DAY_MS + 1), at(START)),
  retired: fc.option(fc.constant(at(START)), { nil: null, freq: 2 }),
  swaps_day: orNull(few),
  error_latest: orNull(past),
  errors_unresolved: few,
  incident_needs_action: few,
  incident_pending: few,
  incident_pending_urgent: few,
  config_latest: fc.constantFrom(null, JSON.stringify(config)),
  maintenance: fc.constantFrom(null, null, maintenance),
  site: fc.constantFrom([null, null] as const, [4, "Doca"] as const, [9, "Doca"] as const, [2, "Yard"] as const),
  tags: orNull(fc.subarray([staffTag, wetTag], { minLength: 1 })),
});

const state = fc.record({
  linked: fc.boolean(),
  last_active: orNull(past),
  last_swapped: orNull(past),
  last_online: orNull(past),
  swaps_performed: few,
});
const summary = fc.record({
  firmware_version: fc.constantFrom<{ version: string }[]>(
    [],
    [{ version: "2.10" }],
    [{ version: "2.9" }, { version: "1" }],
  ),
  status: fc.record({
    internal_temperature: orNull(few),
    station_uptime: orNull(few),
    gps_location: fc.constantFrom(null, "47.5, 8.2", "47.5, 8.3", "-20, 30"),
    location: fc.constantFrom(null, "59.3, 18.1"),
  }),
});
const readiness = orNull(
  fc.record({
    state: fc.constantFrom("ready" as const, "limited" as const, "not_ready" as const, "unknown" as const),
    effect: fc.constantFrom("block" as const, "maintenance" as const, "info" as const),
    code: fc.constantFrom("latch" as const, "offline" as const, "maintenance" as const),
    since: past,
  }),
);

const kind = <K extends string>(name: K) => fc.constant(name);

/** Something that happens to a station, or that time passes. */
export const anyChange = fc.oneof(
  fc.record({ kind: kind("facts"), facts }),
  fc.record({ kind: kind("state"), state, summary }),
  fc.record({ kind: kind("report"), temperature: few }),
  fc.record({ kind: kind("incidents"), incident_pending_urgent: few }),
  fc.record({ kind: kind("readiness"), readiness }),
  fc.record({ kind: kind("move"), orgId: fc.constantFrom(1, 2) }),
  fc.record({ kind: kind("wait"), ms: fc.constantFrom(1, 1_000, 119_999, 120_001, DAY_MS) }),
);
type Valued<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
export type FleetChange = Valued<typeof anyChange>;
type Summary = Valued<typeof summary>;

type Known = { facts: StationFacts; state: BoardState; summary: Summary };

/** A board of stations to which something happens. */
export class RandomFleet {
  now = START;
  readonly board = new Board(() => this.now);
  readonly #known = new Map<string, Known>();

  apply(name: string, what: FleetChange): void {
    const before = this.#known.get(name) ?? newStation(name);
    const after = { ...before, ...this.#change(before, what) };
    this.#known.set(name, after);
    if (after.facts !== before.facts || !this.#isOnBoard(name)) this.board.putFacts(after.facts);
    if (after.state !== before.state) {
      const version = before.state.version + 1;
      this.board.putState({ name, state: { ...after.state, version }, summary: snapshotSummary(after.summary) });
      after.state = { ...after.state, version };
    }
    if (what.kind === "readiness") this.board.putReadiness(name, what.readiness && evaluated(what.readiness));
    if (what.kind === "wait") this.now += what.ms;
    this.board.tick();
  }

  /** Puts a station out of service. */
  retire(name: string): void {
    const before = this.#known.get(name) ?? newStation(name);
    const after = { ...before, facts: { ...before.facts, retired: at(this.now) } };
    this.#known.set(name, after);
    this.board.putFacts(after.facts);
  }

  #isOnBoard(name: string): boolean {
    return this.board.find(name, { orgId: null, admin: true }) !== undefined;
  }

  #change({ facts: before, state: reported, summary: shown }: Known, what: FleetChange): Partial<Known> {
    switch (what.kind) {
      case "facts": {
        const { site, ...entered } = what.facts;
        return { facts: { ...before, ...entered, site_id: site[0], site_name: site[1] } };
      }
      case "state":
        return { state: { ...reported, ...what.state }, summary: what.summary };
      case "report": {
        const time = at(this.now);
        const times = { last_active: time, last_online: time, last_telemetry: time };
        const status = { ...shown.status, internal_temperature: what.temperature };
        return { state: { ...reported, ...times, linked: true }, summary: { ...shown, status } };
      }
      case "incidents":
        return { facts: { ...before, incident_pending_urgent: what.incident_pending_urgent } };
      case "move":
        return { facts: { ...before, org_id: what.orgId } };
      case "readiness":
      case "wait":
        return {};
    }
  }
}

function newStation(name: string): Known {
  const status = { internal_temperature: null, station_uptime: null, gps_location: null, location: null };
  return {
    facts: boardFacts(name, 1, { config_seen: at(START) }),
    state: boardState(0),
    summary: { firmware_version: [], status },
  };
}

type Evaluation = NonNullable<Valued<typeof readiness>>;

function evaluated({ state: found, effect, code, since }: Evaluation): StationReadiness {
  const reasons = found === "ready" ? [] : [{ code, effect, since, args: {} }];
  const counts = { charged: null, slots: null, next_charged_at: null, busy: null };
  return {
    readiness: { state: found, since, reasons, ...counts, not_checked: [] },
    due: null,
    holds: [],
    next: "none_charging",
    missing: 0,
    isKnown: true,
  };
}
