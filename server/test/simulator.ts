import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FleetStation } from "@groundcrew/simulator/model";

const PROGRAM = join(import.meta.dirname, "../../simulator/src/main.ts");

/** Runs the simulator in its own process with these stations and faults; returns a function that ends it. */
export async function startSimulator(
  broker: string,
  stations: readonly FleetStation[],
  faults: readonly object[] = [],
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  const fleet = join(folder, "fleet.json");
  await writeFile(fleet, JSON.stringify({ v: 1, stations }), { mode: 0o600 });
  const schedule = join(folder, "faults.json");
  await writeFile(schedule, JSON.stringify({ v: 1, faults }));
  const files = ["--fleet", fleet, "--state", join(folder, "state.jsonl"), "--faults", schedule];
  const options = [...files, "--broker", broker];
  const program = spawn(process.execPath, [PROGRAM, ...options], { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(program, "exit");
  return async () => {
    program.stdin.end();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}

/** A simulated station that makes no swaps, with a camera for each name and the secret that `addStation` sets. */
export function simulated(
  name: string,
  cameras: readonly string[],
  faults: FleetStation["behaviour"]["faults"] = [],
): FleetStation {
  const counted = {
    drone_toggle_count: 0,
    lat_cycle_count: 0,
    long_cycle_count: 0,
    pad_cycle_count: 0,
    roof_cycle_count: 0,
  };
  return {
    name,
    password: `secret-of-${name}`,
    station_type: "atlas",
    serial_number: `Serial of ${name}`,
    seed: 1,
    behaviour: { link: "steady", faults, swaps_per_day: 0 },
    swaps_performed: 0,
    cycles: counted,
    booted: "2026-01-01T00:00:00.000Z",
    versions: { api: "1.0.0", station: "1.0.0", firmware: ["1.0.0"], flight_software: "PX4" },
    place: { lat: 51.9, lon: 4, utc_offset_h: 1, location_data: { city: "Rotterdam" } },
    network: { name: "lan", mac_address: "02:42:9c:11:7e:04" },
    cameras: cameras.map((camera, index) => ({ id: `cam${index}`, name: camera, in_use: index === 0 })),
    config: null,
  };
}
