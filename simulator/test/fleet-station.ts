import type { FleetStation } from "../src/model/index.ts";

/** A Monday, 00:00 UTC. */
export const MONDAY = Date.UTC(2026, 4, 18);

/** A station of the fleet file with ordinary values, except for `overrides`. */
export function fleetStation(overrides: Partial<FleetStation> = {}): FleetStation {
  return {
    name: "gc-00000000a001",
    password: "a secret of enough characters",
    station_type: "atlas",
    serial_number: "Atlas 0001",
    seed: 1,
    behaviour: { link: "steady", faults: [], swaps_per_day: 40 },
    swaps_performed: 1_000,
    cycles: {
      drone_toggle_count: 2_000,
      lat_cycle_count: 4_000,
      long_cycle_count: 4_000,
      pad_cycle_count: 2_000,
      roof_cycle_count: 2_000,
    },
    booted: new Date(MONDAY - 7 * 86_400_000).toISOString(),
    versions: { api: "4.7.4", station: "4.7.4", firmware: ["1.4.2"], flight_software: "PX4 1.14" },
    place: { lat: 51.95, lon: 4.05, utc_offset_h: 1, location_data: { city: "Rotterdam", country: "Netherlands" } },
    network: { name: "harbor-iot", mac_address: "02:42:9c:11:7e:04" },
    cameras: [
      { id: "cam0", name: "camera_front", in_use: true },
      { id: "cam1", name: "camera_pad", in_use: false },
    ],
    config: null,
    ...overrides,
  };
}
