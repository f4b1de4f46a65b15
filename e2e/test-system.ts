import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@groundcrew/server";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { fleetFile, type FleetFile } from "@groundcrew/simulator/model";
import { station, type Station } from "@groundcrew/shared/stations";
import type { StationType } from "@groundcrew/shared/telemetry";
import { startFleet, type Fleet, type SimulatedStation } from "@groundcrew/simulator";
import { expect } from "@playwright/test";
import { readConfig } from "../server/src/platform/config/index.ts";
import { freePort } from "../server/test/free-port.ts";
import { cameraFixtures, type CameraFixtures } from "./camera-fixtures.ts";
import { linkFixtures, type LinkFixtures } from "./link-fixtures.ts";
import { logErrors } from "./log-errors.ts";
import { newestMail } from "./mailbox.ts";
import { ADMIN } from "./station-steps.ts";

/** What tests need to know about a station. */
type SystemStation = { name: string; serial_number: string };

/** The whole system as `npm start` runs it, on free ports and with its own data. */
export type TestSystem = CameraFixtures &
  LinkFixtures & {
    url: string;
    /** The address that stations connect to. */
    brokerUrl: string;
    /** The address of the server's metrics. */
    opsUrl: string;
    /** The password of every demo account. */
    password: string;
    /** An online, actual station of a type, and of an organization if one is named; preferably a steady one that no test has used yet. */
    onlineStation(type: StationType, organization?: string): Promise<SystemStation>;
    /** Whether a station never connects. */
    staysOffline(station: string): boolean;
    stationsOf(organization: string): Promise<SystemStation[]>;
    /** Makes a station report a temperature, and waits until the server has it. */
    reportTemperature(station: string, temperatureF: number): Promise<void>;
    /** Makes a station report an error. */
    reportError(station: string, message: string): void;
    /** Makes a station swap, and waits until the server shows it. */
    swap(station: string): Promise<void>;
    /** How many swaps of a station the server shows; stations also swap by themselves. */
    swaps(station: string): Promise<number>;
    /** Disconnects a station, and waits until the server shows it. */
    disconnectStation(station: string): Promise<void>;
    /** Reconnects a station, and waits until the server shows it. */
    reconnectStation(station: string): Promise<void>;
    /** Logs errors of a station one minute apart, newest first: `Fault 1` is logged now, `Fault 2` a minute ago, and so on. */
    logErrors(station: string, count: number): Promise<void>;
    /** Makes the invitation of an address, and its last mail, appear this much older. */
    ageInvitation(email: string, byMs: number): Promise<void>;
    /** Makes it seem that a user proved this long ago who they are, in all of their sessions. */
    setProofs(email: string, agoMs: number): Promise<void>;
    /** Gives a user an authenticator app whose codes nobody knows. */
    addUnknownApp(email: string): Promise<void>;
    /** Removes the second factors of a user. */
    removeFactors(email: string): Promise<void>;
    /** The newest mail to an address; waits until there are `count` of them. */
    newestMail(to: string, count?: number): Promise<string>;
    stop(): Promise<void>;
  };

/** Stations report at most every ten seconds. */
const REPORT_TIMEOUT = { timeout: 15_000 };
const ignoreLog = () => {};

type SystemOptions = { stations?: number; reporting?: number; settings?: Record<string, string> };

/**
 * `reporting` is how many of the stations are simulated, and `settings` are environment variables in addition to the ports and the data
 * folder.
 */
export async function startTestSystem({
  stations = 60,
  reporting = stations,
  settings,
}: SystemOptions = {}): Promise<TestSystem> {
  const dataDir = join(tmpdir(), `groundcrew-e2e-${randomUUID()}`);
  // Identity providers send people back to the address that the server knows from its settings.
  const ports = { PORT: String(await freePort()), OPS_PORT: "0", MQTT_PORT: "0", RELAY_PORT: "0" };
  const env = { ...settings, ...ports, DATA_DIR: dataDir, STATIONS: String(stations), LOG_LEVEL: "error" };
  const config = readConfig(env);
  const system = await startServer(config, ignoreLog);
  const file = fleetFile.parse(JSON.parse(await readFile(join(dataDir, "fleet.json"), "utf8")));
  const simulated = { ...file, stations: file.stations.slice(0, reporting) };
  const fleet = await startFleet({ broker: system.brokerUrl, fleet: simulated, log: ignoreLog });
  const fetchStation = stationFetcher({ url: system.url, password: DEMO_PASSWORD });
  return {
    url: system.url,
    brokerUrl: system.brokerUrl,
    opsUrl: system.opsUrl,
    password: DEMO_PASSWORD,
    ...stationFixtures({ db: system.db, fleet, file, fetchStation }),
    ...cameraFixtures({ db: system.db, fleet, file, fetchStation }),
    ...linkFixtures({ broker: system.brokerUrl, file, fleet }),
    newestMail: (to, count = 1) => newestMail(dataDir, to, count),
    async stop() {
      await fleet.stop();
      await system.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

type SystemDb = Awaited<ReturnType<typeof startServer>>["db"];
type StationFixtures = Omit<
  TestSystem,
  keyof CameraFixtures | keyof LinkFixtures | "url" | "brokerUrl" | "opsUrl" | "password" | "newestMail" | "stop"
>;

type FixtureOptions = { db: SystemDb; fleet: Fleet; file: FleetFile; fetchStation: (name: string) => Promise<Station> };

function stationFixtures({ db, fleet, file, fetchStation }: FixtureOptions): StationFixtures {
  const used = new Set<string>();
  const steady = new Set(file.stations.filter(({ behaviour }) => behaviour.link === "steady").map(({ name }) => name));
  const simulated = (name: string): SimulatedStation => {
    const station = fleet.station(name);
    if (!station) throw new Error(`The fleet has no station ${name}`);
    return station;
  };
  const swaps = async (name: string) => (await fetchStation(name)).swaps_performed;
  const isOnline = async (name: string) => (await fetchStation(name)).last_online_status;

  const idOf = async (email: string) =>
    (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

  return {
    async onlineStation(type, organization) {
      const rows = await db
        .selectFrom("stations")
        .innerJoin("organizations", "organizations.id", "stations.org_id")
        .select(["stations.name", "serial_number"])
        .where("station_type", "=", type)
        .where("actual", "=", true)
        .where("telemetry_enabled", "=", true)
        .where("retired", "is", null)
        .$if(organization !== undefined, (query) => query.where("organizations.name", "=", organization ?? ""))
        .orderBy("stations.name")
        .execute();
      const isReporting = ({ name }: SystemStation) => fleet.station(name)?.isReporting() === true;
      await expect.poll(() => rows.some(isReporting), REPORT_TIMEOUT).toBe(true);
      const reporting = rows.filter(isReporting);
      const free = reporting.filter(({ name }) => !used.has(name));
      // A worker with many tests needs more stations than there are: then the least recently used one is reused.
      const recycled = [...used].flatMap((name) => reporting.find((station) => station.name === name) ?? []);
      const found = free.find(({ name }) => steady.has(name)) ?? free[0] ?? recycled[0];
      if (!found) throw new Error(`No ${type} station is online`);
      used.delete(found.name);
      used.add(found.name);
      await expect.poll(() => isOnline(found.name), REPORT_TIMEOUT).toBe(true);
      return found;
    },

    staysOffline: (name) => file.stations.find((station) => station.name === name)?.behaviour.link === "offline",

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
      const stored = () =>
        db
          .selectFrom("station_snapshots")
          .select("snapshot")
          .where("station_name", "=", name)
          .executeTakeFirst()
          .then((row) => row?.snapshot ?? "");
      await expect.poll(stored, REPORT_TIMEOUT).toContain(`"internal_temperature":${temperatureF}`);
    },

    reportError: (name, message) => simulated(name).reportError(message),

    async swap(name) {
      const before = await swaps(name);
      simulated(name).swapNow();
      await expect.poll(() => swaps(name), REPORT_TIMEOUT).toBeGreaterThan(before);
    },

    swaps,

    async reconnectStation(name) {
      simulated(name).goOnline();
      await expect.poll(() => isOnline(name), REPORT_TIMEOUT).toBe(true);
    },

    logErrors: (station, count) => logErrors(db, station, count),

    async ageInvitation(email, byMs) {
      const older = (at: string) => new Date(Date.parse(at) - byMs).toISOString();
      const found = db.selectFrom("invitations").select(["sent", "expires", "mailed"]).where("email", "=", email);
      const { sent, expires, mailed } = await found.executeTakeFirstOrThrow();
      const times = { sent: older(sent), expires: older(expires), mailed: mailed && older(mailed) };
      await db.updateTable("invitations").set(times).where("email", "=", email).execute();
    },

    async setProofs(email, agoMs) {
      const confirmed = new Date(Date.now() - agoMs).toISOString();
      await db
        .updateTable("sessions")
        .set({ confirmed })
        .where("user_id", "=", await idOf(email))
        .execute();
    },

    async addUnknownApp(email) {
      const app = { user_id: await idOf(email), sealed: Buffer.alloc(40), last_step: 0 };
      await db.insertInto("totp_apps").values(app).execute();
    },

    async removeFactors(email) {
      const user_id = await idOf(email);
      for (const table of ["totp_apps", "passkeys", "recovery_codes"] as const)
        await db.deleteFrom(table).where("user_id", "=", user_id).execute();
    },

    async disconnectStation(name) {
      await simulated(name).goOffline();
      await expect.poll(() => isOnline(name), REPORT_TIMEOUT).toBe(false);
    },
  };
}

type Console = { url: string; password: string };

/** Returns a function that fetches a station from a server as an admin. What the server shows can lag behind the database. */
function stationFetcher({ url, password }: Console): (name: string) => Promise<Station> {
  let session: Promise<string> | undefined;

  async function logIn(): Promise<string> {
    const body = JSON.stringify({ email: ADMIN, password });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/api/sessions/current`, { method: "POST", headers, body });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");
  }

  return async (name) => {
    const cookie = await (session ??= logIn());
    const response = await fetch(`${url}/api/stations/${name}`, { headers: { cookie } });
    if (!response.ok) throw new Error(`The server returned ${response.status} for the station ${name}`);
    return station.parse(await response.json());
  };
}
