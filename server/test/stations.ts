import type { StationEvent, Tele } from "@groundcrew/shared/link";
import type { StationStatus } from "@groundcrew/shared/telemetry";
import type { Insertable } from "kysely";
import type { Database, Db } from "../src/platform/db/index.ts";
import { hashSecret } from "../src/platform/link/index.ts";

/** Adds an organization; returns its id. */
export async function addOrganization(db: Db, name: string): Promise<number> {
  const added = await db.insertInto("organizations").values({ name }).returning("id").executeTakeFirstOrThrow();
  return added.id;
}

type NewStation = Partial<Insertable<Database["stations"]>> & { name: string; org_id: number };

/** Adds a station in service, whose secret is `secret-of-{name}` as `connectStation` sends it; returns its name. */
export async function addStation(db: Db, station: NewStation): Promise<string> {
  await addEachStation(db, [station]);
  return station.name;
}

/** Adds several at once. */
export async function addEachStation(db: Db, stations: readonly NewStation[]): Promise<void> {
  const rows = stations.map((station) => ({
    serial_number: `Serial of ${station.name}`,
    station_type: "atlas" as const,
    created: "2025-01-01T00:00:00.000Z",
    api_password_hash: hashSecret(`secret-of-${station.name}`),
    ...station,
  }));
  await db.insertInto("stations").values(rows).execute();
}

type Envelope = Omit<Tele, "data">;

/** Adds this many stations of the first organization, and returns their names. */
export async function addStations(db: Db, count: number): Promise<string[]> {
  const { id: org_id } = await db
    .selectFrom("organizations")
    .select("id")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  const names = Array.from({ length: count }, (_, index) => `gc-${String(index).padStart(12, "0")}`);
  await addEachStation(
    db,
    names.map((name) => ({ name, org_id })),
  );
  return names;
}

/** The envelope of a message, numbered by boot and seq. */
export function envelope(boot: number, seq: number, ts = Date.now()): Envelope {
  return { v: 1, id: `${boot}-${seq}`, boot, seq, ts };
}

/** A snapshot message with these fields. */
export function teleOf(envelope: Envelope, status: StationStatus): Tele {
  return { ...envelope, data: { snapshot: { time: envelope.ts / 1_000, status } } };
}

/** An event that occurred when it was sent, unless another time is passed. */
export function eventOf(
  envelope: Envelope,
  stationEvent: Omit<StationEvent, "occurred"> & { occurred?: number | null },
) {
  return { ...envelope, data: { occurred: envelope.ts, ...stationEvent } };
}

/** A birth with these fields. */
export function birthOf(envelope: Envelope, status: StationStatus = {}, more: object = {}) {
  const capabilities = { cameras: [{ id: "cam-1", name: "Pad", in_use: true }], streams: 2, commands: ["ping"] };
  const { data } = teleOf(envelope, status);
  return {
    ...envelope,
    data: { station_type: "atlas", version_api: "1.2.3", capabilities, config: null, ...data, ...more },
  };
}
