import { randomFrom, randomUnit, type Random } from "@groundcrew/simulator/model";
import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { ReportedConfig } from "@groundcrew/shared/link";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { newestReleaseAt, type Plan } from "./plan.ts";

/** A stored revision of a configuration. */
export type ConfigRevision = ReportedConfig & { created: Timestamp; seen: Timestamp };

const KEY = 3;
const SLOT_PITCH = 412;

/** The configurations that a station has run with, oldest first: two to four, or none if it never reported one. */
export function configsOf(plan: Plan): ConfigRevision[] {
  if (plan.lastMessageAt === null) return [];
  const random = randomFrom(plan.seed, KEY);
  const count = random.whole(2, 4);
  const first = firstConfig(plan, random);
  const revisions = [first];
  while (revisions.length < count) revisions.push(adjusted(revisions.at(-1) ?? first, random));
  const starts = revisions.map((_, index) => startOf(plan, index / count));
  const last = starts.pop() ?? plan.created;
  starts.push(Math.max(last, newestReleaseAt(plan) ?? last));
  return revisions.map((config, index): ConfigRevision => {
    const isNewest = index === count - 1;
    const seen = isNewest
      ? (plan.lastMessageAt ?? plan.created)
      : (starts[index + 1] ?? plan.created) - random.whole(60, 90_000) * 1_000;
    const versions = isNewest ? versionsNow(plan) : { version_api: "4.2.0", version_firmware: "1.2.11" };
    const created = starts[index] ?? plan.created;
    return Object.assign({}, config, versions, { created: iso(created), seen: iso(Math.max(created, seen)) });
  });
}

function versionsNow({ versions }: Plan): Pick<ReportedConfig, "version_api" | "version_firmware"> {
  return { version_api: versions.api, version_firmware: versions.firmware[0] ?? "" };
}

function startOf(plan: Plan, share: number): number {
  const lastMessageAt = plan.lastMessageAt ?? plan.created;
  return (
    plan.created +
    Math.floor((lastMessageAt - plan.created) * share * 0.9) +
    Math.min(DAY_MS / 24, lastMessageAt - plan.created) / 2
  );
}

function iso(time: number): Timestamp {
  return new Date(time).toISOString();
}

function firstConfig(plan: Plan, random: Random): ReportedConfig {
  const { positions, unit_configs, battery_slots } = builtInStationTypes[plan.station_type];
  const names = positions.map(({ name }) => name);
  const values = designValues(plan.station_type);
  const offsets = names.map((name) => [name, offsetOf(name, { random, slots: battery_slots })] as const);
  const last = Math.max(...Object.keys(unit_configs).map(Number));
  return {
    ...versionsNow(plan),
    positions: Object.fromEntries(values.map(([name, value]) => [name, calibrated(value, random)])),
    offsets: Object.fromEntries(offsets),
    unit_configs: Array.from({ length: last }, (_, index) => randomUnit(index, KEY) < 0.75 !== random.chance(0.015)),
    streaming_turn: random.chance(0.15) ? null : STREAMING,
  };
}

const STREAMING: ReportedConfig["streaming_turn"] = {
  stun_url: "stun.groundcrew.example",
  stun_port: 3478,
  turn_protocol: "udp",
  turn_url: "turn.groundcrew.example",
  turn_port: 3478,
};

const designs = new Map<Plan["station_type"], readonly (readonly [name: string, value: number | number[]])[]>();

/** The design values of all positions, which are the same for all stations of a type. */
function designValues(type: Plan["station_type"]) {
  const { positions, battery_slots } = builtInStationTypes[type];
  const values = designs.get(type) ?? positions.map(({ name }) => [name, valueOf(type, name, battery_slots)] as const);
  designs.set(type, values);
  return values;
}

/** The design value of a position, the same for all stations of a type. */
function valueOf(type: string, name: string, slots: number): number | number[] {
  if (name === "BattX") return Array.from({ length: slots }, (_, index) => SLOT_PITCH * (index + 1) - 2);
  const rests = /Home|Open|Down|Bottom|Rest|Top$/.test(name);
  const drawn = randomUnit(...Array.from(type + name, (letter) => letter.codePointAt(0) ?? 0));
  return Math.round(rests ? 60 + 100 * drawn : 600 + 3_300 * drawn);
}

// Most positions have their design value; some were calibrated when the station was installed.
function calibrated(value: number | number[], random: Random): number | number[] {
  if (Array.isArray(value)) return value.map((one) => (random.chance(0.15) ? one + random.whole(-8, 16) : one));
  return random.chance(0.15) ? value + random.whole(-30, 30) : value;
}

function offsetOf(name: string, { random, slots }: { random: Random; slots: number }): number | number[] {
  const one = () => (random.chance(0.2) ? random.whole(-12, 12) : 0);
  return name === "BattX" ? Array.from({ length: slots }, one) : one();
}

/** The configuration after someone has adjusted a few positions and perhaps a switch. */
function adjusted(config: ReportedConfig, random: Random): ReportedConfig {
  const positions = Object.entries(config.positions).map(([name, value]) => {
    const isTouched = typeof value === "number" && random.chance(0.08);
    return [name, isTouched ? value + random.whole(-14, 14) : value] as const;
  });
  const unit_configs = config.unit_configs.map((value) => (random.chance(0.01) ? !value : value));
  return { ...config, positions: Object.fromEntries(positions), unit_configs };
}
