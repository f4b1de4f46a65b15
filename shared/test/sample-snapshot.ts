import type { Snapshot } from "../src/telemetry/index.ts";

/** A snapshot of an atlas station for tests, with something in each part. */
export function sampleSnapshot(differences: Partial<Snapshot> = {}): Snapshot {
  return {
    time: 1_780_000_000,
    firmware_version: [{ version: "1.9" }],
    status: {
      station_type: "atlas",
      station_uptime: 4_000,
      version: "4.2.0",
      flight_software: "Autopilot",
      system: "Ready",
      door: "closed",
      pad: "empty",
      internal_temperature: 71,
      lower_temp_threshold: 50,
      upper_temp_threshold: 90,
      heater_state: "disabled",
      cooler_state: "disabled",
      location: "59.9100, 10.7500",
      gps_location: "59.9100, 10.7500",
      swaps_performed: 120,
    },
    motors_atlas: [],
    motors_dc_atlas: [],
    motors_bldc_atlas: [],
    charger_info: {
      batteries: [
        {
          slot: 1,
          status: "CHARGING",
          charger_level: 63,
          current: 1_500,
          voltage: 22_100,
          sn: "B-1",
          temperature: 310,
        },
        { slot: 2, status: "DISCONNECTED" },
      ],
    },
    battery_info: { batteries: [{ name: "1", on_off: true, current: 1_500 }] },
    cycles_performed: { pad_cycle_count: 12, roof_cycle_count: 340 },
    ...differences,
  };
}
