import { randomFrom } from "@groundcrew/simulator/model";
import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { AUTHORS } from "./organizations.ts";
import type { Plan } from "./plan.ts";

/** A stored revision of a station's SSoT or replaceables. */
export type EntryRevision = { created: Timestamp; author: string; entry: Record<string, string | boolean> };

const KEY = { ssot: 4, replaceables: 5 } as const;

const NOTES: readonly string[] = [
  "",
  "",
  "Roof seal replaced on site.",
  "Second pad heater fitted; watch the fuse.",
  "Needs a new door motor before the next shipment.\nAsk Kari for the part.",
  "Antenna moved to the mast, 4 m cable.",
  "Customer keeps a spare gripper set in the store.",
  "Cable duct shared with the camera pole.",
  "Runs on generator power between 22:00 and 05:00.",
];

/** The SSoT revisions of a station, oldest first; empty for a few stations. */
export function ssotOf(plan: Plan, now: number): EntryRevision[] {
  const random = randomFrom(plan.seed, KEY.ssot);
  if (random.chance(0.1)) return [];
  const labels = Object.keys(builtInStationTypes[plan.station_type].ssot_labels);
  const version = `${random.whole(4, 6)}.${random.whole(0, 3)}`;
  const address = plan.location_deployment || "Warehouse, rack 11";
  let entry: EntryRevision["entry"] = {
    notes: "",
    address: "Warehouse, rack 11",
    production_run_version: version,
    ...Object.fromEntries(labels.map((label) => [label, random.chance(0.5)])),
  };
  return timesOf(plan, { now, count: random.whole(1, 4), share: random.next() }).map((created, index) => {
    const flipped = index > 0 ? [random.pick(labels)] : [];
    entry = {
      ...entry,
      ...Object.fromEntries(flipped.map((label) => [label, entry[label] !== true])),
      ...(index > 0 ? { address, notes: random.pick(NOTES) } : {}),
    };
    return { created, author: random.pick(AUTHORS), entry };
  });
}

/** The replaceables revisions of a station, oldest first; empty for many stations. */
export function replaceablesOf(plan: Plan, now: number): EntryRevision[] {
  const random = randomFrom(plan.seed, KEY.replaceables);
  if (random.chance(0.3)) return [];
  const labels = Object.keys(builtInStationTypes[plan.station_type].replaceables_labels);
  return timesOf(plan, { now, count: random.whole(1, 3), share: random.next() }).map((created) => {
    const entry = Object.fromEntries(labels.map((label) => [label, random.chance(0.12)]));
    return { created, author: random.pick(AUTHORS), entry };
  });
}

/** `count` times between the station's creation and `now`, in ascending order. */
function timesOf({ created }: Plan, of: { now: number; count: number; share: number }): Timestamp[] {
  const age = of.now - created - DAY_MS;
  return Array.from({ length: of.count }, (_, index) => {
    const share = (index + 0.2 + 0.7 * of.share) / (of.count + 0.5);
    return new Date(created + Math.floor(age * share) + index).toISOString();
  });
}
