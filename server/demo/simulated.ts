import {
  addSwaps,
  newMachine,
  randomFrom,
  snapshotOf,
  type CyclesPerformed,
  type FleetStation,
} from "@groundcrew/simulator/model";
import { DAY_MS } from "@groundcrew/shared/lib";
import type { ReportedConfig } from "@groundcrew/shared/link";
import type { Snapshot } from "@groundcrew/shared/telemetry";
import type { Plan } from "./plan.ts";

const KEY = 2;

const CAMERAS: Record<FleetStation["station_type"], readonly string[]> = {
  atlas: ["camera_front", "camera_rear", "camera_pad", "camera_gantry", "camera_sky", "camera_charger"],
  universal: ["camera_door", "camera_pad", "camera_charger"],
  global: ["camera_pad", "camera_sky"],
};

/** A station's past, as far as its own counters and configuration reflect it. */
export type Past = { swaps: number; config: ReportedConfig | null; password: string };

/** A station's entry in the fleet file. The simulation continues where the seeded past ends. */
export function fleetEntry(plan: Plan, past: Past): FleetStation {
  const { site, role } = plan;
  const random = randomFrom(plan.seed, KEY);
  const lastMessageAt = plan.lastMessageAt ?? plan.created;
  return {
    name: plan.name,
    password: past.password,
    station_type: plan.station_type,
    serial_number: plan.serial_number,
    seed: plan.seed,
    behaviour: {
      link: role.link ?? "steady",
      faults: [...(role.faults ?? [])],
      swaps_per_day: plan.swaps_per_day,
    },
    swaps_performed: past.swaps,
    cycles: cyclesAfter(past.swaps),
    booted: new Date(Math.max(plan.created, lastMessageAt - random.between(0.1, 40) * DAY_MS)).toISOString(),
    versions: plan.versions,
    place: {
      lat: plan.lat,
      lon: plan.lon,
      utc_offset_h: site.utc,
      location_data: random.chance(0.04)
        ? { error: "The address service did not answer" }
        : addressOf(plan, random.whole(1, 90)),
    },
    network: { name: networkName(plan), mac_address: macAddress(plan.seed) },
    cameras: camerasOf(plan),
    config: past.config,
  };
}

/** The last snapshot a station sent before `lastMessageAt`. */
export function lastSnapshot(station: FleetStation, lastMessageAt: number): Snapshot {
  const counters = { swaps: station.swaps_performed, cycles: station.cycles };
  return snapshotOf(station, newMachine(station, counters, lastMessageAt));
}

/** Whether a drone stands on the pad of an idle station. */
export function isDocked(station: FleetStation, lastMessageAt: number): boolean {
  return newMachine(station, { swaps: 0, cycles: station.cycles }, lastMessageAt).docked;
}

// Factory tests moved every part, so its cycle count is a little higher than its swaps alone would make it.
const FACTORY: CyclesPerformed = {
  drone_toggle_count: 6,
  lat_cycle_count: 8,
  long_cycle_count: 23,
  pad_cycle_count: 85,
  roof_cycle_count: 74,
};

function cyclesAfter(swaps: number): CyclesPerformed {
  return addSwaps(FACTORY, swaps);
}

function camerasOf({ station_type, seed }: Plan): FleetStation["cameras"] {
  // A third of the atlas stations have a seventh camera.
  const hasRoofCamera = station_type === "atlas" && randomFrom(seed, KEY, 1).chance(1 / 3);
  const names = hasRoofCamera ? [...CAMERAS.atlas, "camera_roof"] : CAMERAS[station_type];
  return names.map((name, index) => ({ id: `cam${index}`, name, in_use: name === "camera_pad" }));
}

function addressOf({ site }: Plan, number: number): FleetStation["place"]["location_data"] {
  return {
    house_number: String(number),
    road: site.road,
    city: site.city,
    ...(site.state ? { state: site.state } : {}),
    postcode: site.postcode,
    country: site.country,
    continent: site.continent,
  };
}

function networkName({ organization, site }: Plan): string {
  const [company = ""] = organization.toLowerCase().split(" ");
  const town = site.city
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
  return `${company}-${town}-iot`;
}

function macAddress(seed: number): string {
  const random = randomFrom(seed, KEY, 2);
  const bytes = Array.from({ length: 5 }, () => random.whole(0, 255).toString(16).padStart(2, "0"));
  // The prefix 02 marks a locally administered address.
  return ["02", ...bytes].join(":");
}
