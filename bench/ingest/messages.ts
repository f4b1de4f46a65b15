import { newMachine, snapshotOf, type FleetStation } from "@groundcrew/simulator/model";

export const nameOf = (index: number): string => `gc-${index.toString(16).padStart(12, "0")}`;
/** Long enough for the server, and known to both processes. */
export const secretOf = (name: string): string => `secret-of-${name}`;

const station: FleetStation = {
  name: nameOf(0),
  password: secretOf(nameOf(0)),
  station_type: "atlas",
  serial_number: "Atlas 0001",
  seed: 1,
  behaviour: { link: "steady", faults: [], swaps_per_day: 40 },
  swaps_performed: 1_000,
  cycles: { drone_toggle_count: 1, lat_cycle_count: 1, long_cycle_count: 1, pad_cycle_count: 1, roof_cycle_count: 1 },
  booted: "2026-01-01T00:00:00.000Z",
  versions: { api: "4.7.4", station: "4.7.4", firmware: ["1.4.2"], flight_software: "PX4 1.14" },
  place: { lat: 51.95, lon: 4.05, utc_offset_h: 1, location_data: { city: "Rotterdam" } },
  network: { name: "lan", mac_address: "02:42:9c:11:7e:04" },
  cameras: [{ id: "cam0", name: "camera_front", in_use: true }],
  config: null,
};

const now = Date.now();
const { swaps_performed: swaps, cycles } = station;
const full = snapshotOf(station, newMachine(station, { swaps, cycles }, now));
/** Fields of a snapshot; for a smaller snapshot, fields at the end are left out. */
const fields = Object.entries(full).toSorted(([a], [b]) => weight(a) - weight(b));
const tails = new Map<string, Buffer>();

/**
 * A message with a snapshot of an atlas station of about this many bytes, as `JSON.stringify` writes it. Its temperature and uptime are one of this
 * many variants, at random.
 */
export function snapshotText(seq: number, bytes: number, variants = 1): Buffer {
  const variant = Math.floor(Math.random() * variants);
  const key = `${bytes} ${variant}`;
  const tail = tails.get(key) ?? tailOf(withReadings(snapshotWithin(bytes), variant));
  tails.set(key, tail);
  return Buffer.concat([Buffer.from(head(seq)), tail]);
}

/** A birth of a station that sends these kinds of events. */
export function birthText(seq: number, events: readonly string[] = []): Buffer {
  const data = {
    station_type: "atlas",
    version_api: station.versions.api,
    capabilities: { cameras: [], streams: 0, commands: ["ping"], events },
    config: null,
    snapshot: snapshotWithin(1_000),
  };
  return Buffer.from(`${head(seq)},"data":${JSON.stringify(data)}}`);
}

function tailOf(snapshot: object): Buffer {
  return Buffer.from(`,"data":{"snapshot":${JSON.stringify(snapshot)}}}`);
}

function withReadings(snapshot: object, variant: number): object {
  if (variant === 0) return snapshot;
  const status = { ...full.status, internal_temperature: 60 + variant / 100, station_uptime: 100_000 + variant };
  return { ...snapshot, status };
}

function head(seq: number): string {
  return `{"v":1,"id":"1-${seq}","boot":1,"seq":${seq},"ts":${Date.now()}`;
}

function snapshotWithin(bytes: number): object {
  let included: object = { time: now / 1_000 };
  for (const [name, value] of fields) {
    const larger = { ...included, [name]: value };
    if (JSON.stringify(larger).length <= bytes) included = larger;
  }
  return included;
}

function weight(field: string): number {
  return field === "status" ? 0 : JSON.stringify(Object.entries(full).find(([name]) => name === field)).length;
}
