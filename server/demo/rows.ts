import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import { builtInStationTypes } from "@groundcrew/shared/station-types";
import { randomFrom } from "@groundcrew/simulator/model";
import type { Insertable } from "kysely";
import type { Database } from "../src/platform/db/index.ts";
import { AUTHORS } from "./organizations.ts";
import type { Past } from "./past.ts";
import type { Plan } from "./plan.ts";
import { supportLogOf, type DemoEntry } from "./support-log.ts";

type Row<T extends keyof Database> = Insertable<Database[T]>;

/** The row of a station. Without a password hash it cannot connect. */
export function stationRow(plan: Plan, { orgId, hash }: { orgId: number; hash: string | null }): Row<"stations"> {
  return {
    name: plan.name,
    serial_number: plan.serial_number,
    description: plan.description,
    station_type: plan.station_type,
    org_id: orgId,
    location_deployment: plan.location_deployment,
    actual: !plan.role.mocked,
    telemetry_enabled: !plan.role.telemetryOff,
    api_password_hash: hash,
    hexone_uri_base: plan.hexone_uri_base,
    version_api: plan.versions.api,
    shipped: plan.shipped,
    created: iso(plan.created),
    retired: plan.retired === null ? null : iso(plan.retired),
  };
}

const LOCATION_KEY = 10;

/** The locations users entered for a station: none for some, a service address for a few, coordinates for the rest. */
export function locationRows(plan: Plan): Row<"station_locations">[] {
  const random = randomFrom(plan.seed, LOCATION_KEY);
  const { site } = plan;
  const created = iso(plan.created + DAY_MS);
  const address = `${site.road} ${random.whole(1, 90)}, ${site.postcode} ${site.city}, ${site.country}`;
  const row = (purpose: Row<"station_locations">["purpose"], street_address: string | null) => ({
    station_name: plan.name,
    purpose,
    lat: plan.lat,
    lng: plan.lon,
    street_address,
    created,
  });
  if (plan.location_deployment === "" || random.chance(0.2)) return [];
  return random.chance(0.25) ? [row("service", address)] : [row("rough_adjust", null)];
}

/** All configuration revisions of these stations. */
export function configRows(pasts: readonly Past[]): Row<"station_configs">[] {
  return pasts.flatMap(({ plan, configs }) =>
    configs.map((config) => Object.assign({ station_name: plan.name }, config)),
  );
}

/** All SSoT or replaceables revisions of these stations. */
export function entryRows(pasts: readonly Past[], kind: "ssot" | "replaceables", now: number): Row<"ssot_entries">[] {
  const revisionsOf: (plan: Plan, now: number) => EntryRevision[] = kind === "ssot" ? ssotOf : replaceablesOf;
  return pasts.flatMap(({ plan }) =>
    revisionsOf(plan, now).map((revision) => Object.assign({ station_name: plan.name }, revision)),
  );
}

/** A stored revision of a station's SSoT or replaceables. */
type EntryRevision = { created: Timestamp; author: string; entry: Record<string, string | boolean> };

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
function ssotOf(plan: Plan, now: number): EntryRevision[] {
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
function replaceablesOf(plan: Plan, now: number): EntryRevision[] {
  const random = randomFrom(plan.seed, KEY.replaceables);
  if (random.chance(0.3)) return [];
  const labels = Object.keys(builtInStationTypes[plan.station_type].replaceables_labels);
  return timesOf(plan, { now, count: random.whole(1, 3), share: random.next() }).map((created) => {
    const entry = Object.fromEntries(labels.map((label) => [label, random.chance(0.12)]));
    return { created, author: random.pick(AUTHORS), entry };
  });
}

/** `count` times between the station's creation and `now`, in ascending order. */
function timesOf({ created }: Plan, options: { now: number; count: number; share: number }): Timestamp[] {
  const age = options.now - created - DAY_MS;
  return Array.from({ length: options.count }, (_, index) => {
    const share = (index + 0.2 + 0.7 * options.share) / (options.count + 0.5);
    return new Date(created + Math.floor(age * share) + index).toISOString();
  });
}

/** Support log and error rows of some stations. They refer to each other by id. */
export type Records = {
  entries: Row<"support_log_entries">[];
  tags: Row<"support_log_entry_tags">[];
  errors: Row<"station_errors">[];
};

/** The support logs and errors of these stations. `takeIds` reserves ids for entries; `tagIds` are the tags' ids by name. */
export async function recordRows(
  pasts: readonly Past[],
  options: { now: number; tagIds: ReadonlyMap<string, number>; takeIds: (count: number) => Promise<number[]> },
): Promise<Records> {
  const logs = pasts.map((past) => ({ past, log: supportLogOf(past.plan, past.errors, options.now) }));
  const count = logs.reduce((sum, { log }) => sum + log.reduce((some, { replies }) => some + 1 + replies.length, 0), 0);
  const ids = (await options.takeIds(count)).values();
  const takeId = () => ids.next().value ?? 0;
  const records: Records = { entries: [], tags: [], errors: [] };
  for (const { past, log } of logs) addRecords(records, { past, log, tagIds: options.tagIds, takeId });
  return records;
}

type LogTarget = { past: Past; log: DemoEntry[]; tagIds: ReadonlyMap<string, number>; takeId: () => number };

function addRecords(records: Records, { past, log, tagIds, takeId }: LogTarget): void {
  const station_name = past.plan.name;
  const attachedTo = new Map<number, number>();
  for (const entry of log) {
    const id = takeId();
    const { author, status, content, created } = entry;
    records.entries.push({
      id,
      station_name,
      parent_id: null,
      author,
      status,
      content,
      public: entry.public,
      created: iso(created),
    });
    for (const reply of entry.replies) {
      records.entries.push({
        id: takeId(),
        station_name,
        parent_id: id,
        author: reply.author,
        status: "note",
        content: reply.content,
        public: entry.public,
        created: iso(reply.created),
      });
    }
    for (const position of entry.errors) attachedTo.set(position, id);
    for (const tag of entry.tags) records.tags.push({ entry_id: id, tag_id: tagIds.get(tag) ?? 0 });
  }
  records.errors.push(...past.errors.map((_, position) => errorRow(past, position, attachedTo.get(position) ?? null)));
}

function errorRow({ plan, errors, configs }: Past, position: number, entryId: number | null): Row<"station_errors"> {
  const error = errors[position];
  if (!error) throw new RangeError("There is no such error.");
  return {
    station_name: plan.name,
    job_id: error.job_id,
    job_type: error.job_type,
    error_message: error.error_message,
    occurred: error.occurred === null ? null : iso(error.occurred),
    time_logged: iso(error.logged),
    firmware: configs.findLast(({ created }) => Date.parse(created) <= error.logged)?.version_firmware ?? null,
    software: plan.versions.flight_software,
    time_handled: error.handled && iso(error.handled.at),
    handled_by: error.handled?.by ?? null,
    solution: error.handled?.solution ?? null,
    supportlog_entry_id: entryId,
  };
}

function iso(time: number): Timestamp {
  return new Date(time).toISOString();
}
