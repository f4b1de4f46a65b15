import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHouse } from "@groundcrew/server";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { fleetFile } from "@groundcrew/shared/fleet";
import type { StationType } from "@groundcrew/shared/telemetry";
import { startFleet, type Fleet, type SimulatedStation } from "@groundcrew/simulator";
import { expect } from "@playwright/test";
import { readConfig } from "../server/src/config.ts";
import { aboutCameras, type AboutCameras } from "./house-cameras.ts";
import { aboutLink, type AboutLink } from "./house-link.ts";
import { logErrors } from "./log-errors.ts";
import { newestMail } from "./mailbox.ts";

/** What tests need to know of a station. */
type HouseStation = { name: string; serial_number: string };

/** The whole house, as `npm start` opens it, on free ports and data of its own. */
export type TestHouse = AboutCameras &
  AboutLink & {
    url: string;
    /** Of every demo account. */
    password: string;
    /** An actual station of a type that is online and has not been asked for before. */
    onlineStation(type: StationType): Promise<HouseStation>;
    stationsOf(organization: string): Promise<HouseStation[]>;
    /** Makes a station report a temperature, and waits until the server has it. */
    reportTemperature(station: string, temperatureF: number): Promise<void>;
    /** Makes a station swap, and waits until the server has counted it. Answers with the new total. */
    swap(station: string): Promise<number>;
    /** Takes a station off the link, and waits until the server has noticed. */
    unplug(station: string): Promise<void>;
    /** Puts it back on the link, and waits until the server has noticed. */
    plugIn(station: string): Promise<void>;
    /** Logs errors of a station, a minute apart, the newest now: `Fault 1`, `Fault 2` and so on back in time. */
    logErrors(station: string, count: number): Promise<void>;
    /** The newest mail to an address, once it has got `count` of them. */
    newestMail(to: string, count?: number): Promise<string>;
    stop(): Promise<void>;
  };

/** Stations report at most every ten seconds. */
const REPORTED = { timeout: 30_000 };
const quiet = () => {};

type HouseOptions = { stations?: number; settings?: Record<string, string> };

/** `settings` are those of the environment, beside the ports and the folder. */
export async function openTestHouse({ stations = 60, settings }: HouseOptions = {}): Promise<TestHouse> {
  const dataDir = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
  const ports = { PORT: "0", OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
  const env = { ...settings, ...ports, DATA_DIR: dataDir, STATIONS: String(stations), LOG_LEVEL: "error" };
  const config = readConfig(env);
  const house = await openHouse(config, quiet);
  const file = fleetFile.parse(JSON.parse(await readFile(join(dataDir, "fleet.json"), "utf8")));
  const fleet = await startFleet({ broker: house.brokerUrl, fleet: file, log: quiet });
  return {
    url: house.url,
    password: DEMO_PASSWORD,
    ...askAndTell(house.db, fleet),
    ...aboutCameras(house.db, fleet),
    ...aboutLink({ broker: house.brokerUrl, file, fleet }),
    newestMail: (to, count = 1) => newestMail(dataDir, to, count),
    async stop() {
      await fleet.stop();
      await house.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type HouseDb = Awaited<ReturnType<typeof openHouse>>["db"];
type AskAndTell = Omit<TestHouse, keyof AboutCameras | keyof AboutLink | "url" | "password" | "newestMail" | "stop">;

function askAndTell(db: HouseDb, fleet: Fleet): AskAndTell {
  const taken = new Set<string>();
  const simulated = (name: string): SimulatedStation => {
    const station = fleet.station(name);
    if (!station) throw new Error(`The fleet has no station ${name}`);
    return station;
  };
  const stateOf = (name: string) =>
    db
      .selectFrom("station_states")
      .leftJoin("station_snapshots", "station_snapshots.station_name", "station_states.station_name")
      .select(["swaps_performed", "linked", "snapshot"])
      .where("station_states.station_name", "=", name)
      .executeTakeFirstOrThrow();
  const swapsOf = async (name: string) => (await stateOf(name)).swaps_performed;

  return {
    async onlineStation(type) {
      const rows = await db
        .selectFrom("stations")
        .select(["name", "serial_number"])
        .where("station_type", "=", type)
        .where("actual", "=", true)
        .where("telemetry_enabled", "=", true)
        .where("retired", "is", null)
        .orderBy("name")
        .execute();
      const isFree = ({ name }: HouseStation) => !taken.has(name) && fleet.station(name)?.isReporting() === true;
      await expect.poll(() => rows.some(isFree), REPORTED).toBe(true);
      const found = rows.find(isFree);
      if (!found) throw new Error(`No ${type} station is online`);
      taken.add(found.name);
      return found;
    },

    async stationsOf(organization) {
      return db
        .selectFrom("stations")
        .innerJoin("organizations", "organizations.id", "stations.org_id")
        .select(["stations.name", "serial_number"])
        .where("organizations.name", "=", organization)
        .orderBy("stations.name")
        .execute();
    },

    async reportTemperature(name, temperatureF) {
      simulated(name).setTemperatureF(temperatureF);
      const shown = () => stateOf(name).then(({ snapshot }) => snapshot);
      await expect.poll(shown, REPORTED).toContain(`"internal_temperature":${temperatureF}`);
    },

    async swap(name) {
      const before = await swapsOf(name);
      simulated(name).swapNow();
      await expect.poll(() => swapsOf(name), REPORTED).toBeGreaterThan(before);
      return swapsOf(name);
    },

    async plugIn(name) {
      simulated(name).goOnline();
      await expect.poll(async () => (await stateOf(name)).linked, REPORTED).toBe(true);
    },

    logErrors: (station, count) => logErrors(db, station, count),

    async unplug(name) {
      await simulated(name).goOffline();
      await expect.poll(async () => (await stateOf(name)).linked, REPORTED).toBe(false);
    },
  };
}
