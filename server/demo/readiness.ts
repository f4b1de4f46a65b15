import { chargeRate, randomFrom, type FleetStation, type Random } from "@groundcrew/simulator/model";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import {
  applyRules,
  failedJob,
  failedSwaps,
  isHistoryChange,
  readinessChange,
  readingsOf,
  stateOfEffect,
  stationReadiness,
  type AppliedRules,
  type Readiness,
  type ReadinessChange,
  type ReadinessFacts,
  type ReadinessReason,
  type StationReadiness,
} from "@groundcrew/shared/readiness";
import { stationType, type Snapshot, type StationType } from "@groundcrew/shared/telemetry";
import type { Plan } from "./plan.ts";
import type { DemoError } from "./station-errors.ts";
import { lastSwapOf, type Detail, type TimelinePoint } from "./timeline.ts";

/** What is stored about the readiness of a station: what was evaluated last, null for a retired station, and its changes, oldest first. */
export type ReadinessPast = {
  evaluated: Omit<StationReadiness, "due"> | null;
  changes: Omit<ReadinessChange, "org_id">[];
};

/** The times (ms) in which readiness was recorded: all but the first days of the month before, and some hours in which the server was down. */
export function recordedSpans(
  now: number,
  { reportDays }: Detail,
): [{ from: number; until: number }, { from: number; until: number }] {
  const date = new Date(now);
  const lastMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 3, 9, 20);
  const from = Math.max(lastMonth, now - reportDays * DAY_MS);
  const down = now - 5 * DAY_MS - 3 * HOUR_MS;
  return [
    { from, until: down },
    { from: down + 5 * HOUR_MS, until: now },
  ];
}

/** How long batteries of every type take for each 5 % from empty to full, in minutes. */
export const CHARGE_MINUTES: readonly number[] = Array.from(
  { length: 20 },
  (_, band) => 5 / chargeRate(5 * band + 2.5),
);

type Known = {
  plan: Plan;
  entry: FleetStation;
  snapshot: Snapshot | null;
  errors: readonly DemoError[];
  points: readonly TimelinePoint[];
};

/** The readiness of a station since it is recorded. */
export function readinessPast(known: Known, { now, detail }: { now: number; detail: Detail }): ReadinessPast {
  const { plan } = known;
  const recorded = recordedSpans(now, detail);
  const [{ from, until: down }, { from: up }] = recorded;
  if (plan.retired !== null && plan.retired < from) return { evaluated: null, changes: [] };
  const noticed = (at: number) => (at < from ? from : at >= down && at < up ? up : at);
  const begins = beginningOf(plan, now);
  const last = lastChanges(known, { begins, now });
  const before =
    plan.lastMessageAt === null ? [] : [...firstChanges(plan), ...pastChanges(known, { from, begins, detail })];
  const byTime = new Map([...before, ...last.changes].map((change) => [noticed(change.at), change]));
  const changes: ReadinessPast["changes"] = [];
  for (const [at, change] of byTime) {
    const previous = changes.at(-1);
    const next = { ...change, at };
    if (!previous || isHistoryChange({ ...previous, org_id: 0 }, next)) changes.push(next);
  }
  return { evaluated: last.evaluated, changes };
}

/** When the current readiness of a station began: with its fault, or else shortly before its last message. */
function beginningOf({ role, seed, lastMessageAt, created }: Plan, now: number): number {
  if (lastMessageAt === null) return created;
  const faults = role.faults ?? [];
  const chronicMs = faults.length > 0 ? randomFrom(seed, KEY, 1).between(4, 300) * HOUR_MS : HOUR_MS;
  return Math.max(created + HOUR_MS, Math.min(lastMessageAt, now) - (role.haltedMs ?? chronicMs));
}

const KEY = 11;
/** All reasons that hold for a while have held for long enough after this time. */
const HELD_MS = 20 * MINUTE_MS;
const OFFLINE_MS = 3 * MINUTE_MS;

/** What the product concludes from the station's last messages. */
function lastChanges(known: Known, { begins, now }: { begins: number; now: number }) {
  const { plan } = known;
  const { lastMessageAt } = plan;
  const rules = rulesOf(plan.station_type);
  const changes: ReadinessChange[] = [];
  let before: StationReadiness | null = null;
  const evaluate = (at: number, facts: ReadinessFacts) => {
    before = stationReadiness(facts, rules, { now: at, before }) ?? before;
    if (before) changes.push(changeAt(plan, { at, link: facts.is_up, readiness: before.readiness }));
  };
  if (lastMessageAt === null) evaluate(begins, factsAt(known, { at: null, isUp: false }));
  else {
    for (const at of [begins, Math.min(begins + HELD_MS, lastMessageAt), lastMessageAt]) {
      evaluate(at, factsAt(known, { at, isUp: true }));
    }
    if (plan.role.link === "offline") {
      const offline = factsAt(known, { at: lastMessageAt, isUp: false });
      for (const at of [lastMessageAt + SECOND_MS, lastMessageAt + OFFLINE_MS]) if (at <= now) evaluate(at, offline);
    }
  }
  return { changes, evaluated: withoutDue(before) };
}

function withoutDue(result: StationReadiness | null): ReadinessPast["evaluated"] {
  if (result === null) return null;
  const { due: _, ...evaluated } = result;
  return evaluated;
}

const rules = new Map<StationType, AppliedRules>(
  stationType.options.map((type) => [
    type,
    applyRules({ stationType: type, slots: builtInStationTypes[type].battery_slots }, []),
  ]),
);

function rulesOf(type: StationType): AppliedRules {
  return rules.get(type) ?? applyRules({ stationType: type, slots: builtInStationTypes[type].battery_slots }, []);
}

/** The facts of a station whose newest message arrived at a time (ms), null before the first. */
function factsAt(
  { plan, entry, snapshot, errors, points }: Known,
  { at, isUp }: { at: number | null; isUp: boolean },
): ReadinessFacts {
  const swappedAt = lastSwapOf(points);
  const failures = errors.flatMap(({ job_id, job_type, logged, occurred, handled }, id) => {
    const happened = Math.min(occurred ?? logged, logged);
    const counts =
      handled === null && job_type !== null && happened > (swappedAt ?? -Infinity) && at !== null && happened <= at;
    return counts ? { event_id: `error ${id}`, job_id, job_type, at: happened, group: null } : [];
  });
  return {
    station_type: plan.station_type,
    is_retired: plan.retired !== null,
    telemetry_enabled: !plan.role.telemetryOff,
    maintenance: null,
    is_up: isUp,
    last_online: at,
    last_telemetry: at,
    readings: snapshot && readingsOf(snapshot),
    cameras_in_use: entry.cameras.flatMap(({ id, in_use }) => (in_use ? id : [])),
    charge_minutes: CHARGE_MINUTES,
    rises: new Map(),
    failed_swaps: failedSwaps(plan.station_type, { failures, pieces: [] }, swappedAt),
    failed_job: failedJob(failures),
    marked_group: null,
    ignored: [],
  };
}

/** A station is ready an hour after it was added. */
function firstChanges(plan: Plan): ReadinessChange[] {
  const { created } = plan;
  const never = { code: "never", effect: "unknown", args: {} } as const;
  return [
    changeAt(plan, { at: created, link: false, readiness: readinessWith(never, created) }),
    changeAt(plan, { at: created + HOUR_MS, link: true, readiness: readinessWith(null, created + HOUR_MS) }),
  ];
}

type Stretch = { from: number; until: number; reason: Reason | null };

/** Changes before the current readiness began: outages of the link, and other reasons for some minutes each. */
function pastChanges(
  { plan, points }: Known,
  { from, begins, detail }: { from: number; begins: number; detail: Detail },
) {
  const start = Math.max(from, plan.created + 2 * HOUR_MS);
  const outages = outagesOf(points, start, begins);
  const others = reasonsOf(plan, { start, until: begins, perDay: detail.reasonsPerDay });
  const isFree = ({ from: at, until }: Stretch) => outages.every((outage) => until < outage.from || at > outage.until);
  const all = [...outages, ...others.filter(isFree)].sort((a, b) => a.from - b.from);
  return all.flatMap((stretch) => changesOf(plan, stretch));
}

function outagesOf(points: readonly TimelinePoint[], start: number, until: number): Stretch[] {
  return points.flatMap((point, index) => {
    if (point.online || points[index - 1]?.online === false || point.minute < start) return [];
    const back = points.slice(index).find(({ online }) => online);
    return back && back.minute < until ? { from: point.minute, until: back.minute, reason: null } : [];
  });
}

function changesOf(plan: Plan, { from, until, reason }: Stretch): ReadinessChange[] {
  const ready = changeAt(plan, { at: until, link: true, readiness: readinessWith(null, until) });
  if (reason !== null) {
    return [changeAt(plan, { at: from, link: true, readiness: readinessWith(reason, from) }), ready];
  }
  const lost = changeAt(plan, { at: from, link: false, readiness: readinessWith(null, from) });
  if (until - from <= OFFLINE_MS) return [lost, ready];
  const offline = readinessWith({ code: "offline", effect: "unknown", args: { was: "ready" } }, from);
  return [lost, changeAt(plan, { at: from + OFFLINE_MS, link: false, readiness: offline }), ready];
}

type Reason = Pick<ReadinessReason, "code" | "effect" | "args">;

/** Reasons that come and go, with their share of all and the shortest and longest time in minutes. */
const REASONS: readonly { share: number; minutes: readonly [number, number]; reason: Reason }[] = [
  {
    share: 0.34,
    minutes: [8, 60],
    reason: { code: "few_batteries", effect: "limit", args: { charged: 1, next: "no_estimate" } },
  },
  {
    share: 0.22,
    minutes: [4, 40],
    reason: { code: "no_battery", effect: "block", args: { charged: 0, next: "no_estimate" } },
  },
  {
    share: 0.12,
    minutes: [8, 90],
    reason: { code: "swaps_failed", effect: "block", args: { failed: 2, group: "", group_id: 0 } },
  },
  { share: 0.07, minutes: [5, 50], reason: { code: "stopped", effect: "block", args: { word: "ERROR" } } },
  { share: 0.04, minutes: [3, 30], reason: { code: "stuck", effect: "block", args: { word: "SWAPPING" } } },
  { share: 0.09, minutes: [10, 80], reason: { code: "door_open", effect: "limit", args: {} } },
  { share: 0.07, minutes: [30, 200], reason: { code: "temperature", effect: "limit", args: { fahrenheit: 102 } } },
  { share: 0.05, minutes: [20, 180], reason: { code: "latch", effect: "limit", args: {} } },
];

function reasonsOf(plan: Plan, { start, until, perDay }: { start: number; until: number; perDay: number }): Stretch[] {
  const stretches: Stretch[] = [];
  let free = start;
  for (let day = start; day < until; day += DAY_MS) {
    const random = randomFrom(plan.seed, KEY, Math.floor(day / DAY_MS));
    for (let left = Math.floor(perDay + random.next()); left > 0; left--) {
      const { minutes, reason } = pickReason(random);
      const from = Math.floor(day + random.next() * DAY_MS);
      const end = from + Math.floor(random.between(minutes[0], minutes[1]) * MINUTE_MS);
      if (from <= free || end >= until) continue;
      stretches.push({ from, until: end, reason });
      free = end;
    }
  }
  return stretches;
}

function pickReason(random: Random) {
  let left = random.next();
  return REASONS.find(({ share }) => (left -= share) < 0) ?? random.pick(REASONS);
}

function readinessWith(reason: Reason | null, at: number): Readiness {
  const since = new Date(at).toISOString();
  return {
    state: stateOfEffect[reason?.effect ?? "info"],
    since,
    reasons: reason === null ? [] : [{ ...reason, since }],
    charged: null,
    slots: null,
    next_charged_at: null,
    busy: null,
    not_checked: [],
  };
}

type Change = { at: number; link: boolean; readiness: Readiness };

function changeAt({ name, station_type }: Plan, { at, link, readiness }: Change): ReadinessChange {
  return readinessChange({ station: name, station_type, at, org_id: 0, link, readiness });
}
