import { defaultBrand } from "@groundcrew/shared/brand";
import type { ReadinessChange, StationReadiness } from "@groundcrew/shared/readiness";
import type { BatteryStatus, StationStatus } from "@groundcrew/shared/telemetry";
import { pino } from "pino";
import { afterAll } from "vitest";
import { z } from "zod";
import { errorGroupRoutes } from "../src/error-groups/index.ts";
import { startEvents, startTelemetry } from "../src/ingest/index.ts";
import { listenForChanges } from "../src/live/index.ts";
import { maintenanceRoutes } from "../src/maintenance/index.ts";
import { embeddedLink } from "../src/platform/link/index.ts";
import type { Db } from "../src/platform/db/index.ts";
import { readinessRoutes, startReadiness } from "../src/readiness/index.ts";
import { stationErrorRoutes } from "../src/station-errors/index.ts";
import { authenticateStations, type Board, type CatchUp } from "../src/stations/index.ts";
import { callsRig, type Who } from "./calls-rig.ts";
import { LIMITS } from "./link-server.ts";
import { connectStation, sendMessage } from "./station.ts";
import { birthOf, envelope, eventOf, teleOf } from "./stations.ts";

const log = pino({ level: "silent" });
const SERVER = "test";

/** What stations at rest report that are ready. */
const AT_REST: StationStatus = { system: "IDLE", door: "closed", pad: "empty" };
const CHARGED: Battery[] = [1, 2, 3].map((slot) => ({ slot, status: "COMPLETE", charger_level: 100 }));

type Battery = { slot: number; status: BatteryStatus; charger_level: number };

/**
 * A console with a real broker and database that evaluates the readiness of stations, by the current time. `changes` are those that history was given;
 * `fail` makes that fail as often.
 */
export async function readinessRig() {
  const now = () => Date.now();
  const failing = { times: 0 };
  const changes: ReadinessChange[] = [];
  const started: { refresh: CatchUp["refresh"] } = { refresh: async () => {} };
  const rig = await callsRig({
    now,
    add({ app, db, board, refresh }) {
      started.refresh = refresh;
      readinessRoutes(app, { db, board, brand: defaultBrand, now });
      maintenanceRoutes(app, { db, now, product: "Groundcrew", refresh });
      errorGroupRoutes(app, { db, now, refresh });
      stationErrorRoutes(app, { db, refresh });
    },
  });
  const { board, db, url } = rig;
  const feed = listenForChanges(url);
  const link = await openLink(db, {
    board,
    refresh: (names) => started.refresh(names),
  });

  async function onReadinessChanges(_: Db, some: readonly ReadinessChange[]): Promise<void> {
    if (failing.times-- > 0) throw new Error("History cannot be written.");
    changes.push(...some);
  }
  const begin = () => startReadiness({ db, board, changes: feed, server: SERVER, onReadinessChanges, now, log });
  let evaluating = begin();

  afterAll(async () => {
    await link.stop();
    await evaluating.stop();
    await feed.stop();
  });

  const readiness = (name: string) => board.find(name, { orgId: null, admin: true })?.readiness ?? null;
  return {
    ...rig,
    changes,
    refresh: (names: readonly string[]) => started.refresh(names),
    readiness,
    /** The state of a station, and the codes and effects of its reasons: `not_ready: no_battery block`. */
    text: (name: string) => textOf(readiness(name)),
    connect: (name: string) => link.connect(name),
    stopEvaluating: () => evaluating.stop(),
    isEvaluating: () => evaluating.isEvaluating(),
    evaluateAgain(): void {
      evaluating = begin();
    },
    failHistory(times: number): void {
      failing.times = times;
    },
    /** Makes a call below `/api`, such as `PUT /readiness/rules`. */
    send: (who: Who, line: string, body?: unknown) => {
      const [method, path = ""] = line.split(" ");
      return rig.call(who, path, { method: z.enum(["POST", "PUT", "PATCH", "DELETE"]).parse(method), body });
    },
  };
}

function textOf(evaluated: StationReadiness | null): string {
  if (evaluated === null) return "none";
  const { state, reasons } = evaluated.readiness;
  return `${state}: ${reasons.map(({ code, effect }) => `${code} ${effect}`).join(", ")}`;
}

type Shown = { board: Board; refresh: CatchUp["refresh"] };

/** The station side of a server. */
async function openLink(db: Db, { board, refresh }: Shown) {
  const now = () => Date.now();
  const link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate: authenticateStations(db), now, log });
  const telemetry = startTelemetry({
    db,
    link,
    show: (changes) => changes.forEach((change) => board.putState(change)),
    silentSince: async (since) => board.silentSince(since),
    server: SERVER,
    now,
    isOwnBroker: true,
    log,
  });
  const events = startEvents({ db, link, refresh, limits: LIMITS, now, log });
  await link.start();

  /** Connects a station that is ready; `status` is what it reports besides. */
  async function connect(name: string) {
    const client = await connectStation(link.port(), name);
    let seq = 0;
    const header = () => envelope(1, ++seq);
    const withCharger = (message: ReturnType<typeof teleOf>, batteries = CHARGED) => ({
      ...message,
      data: { ...message.data, snapshot: { ...message.data.snapshot, charger_info: { batteries } } },
    });
    return {
      /** Sends a birth. */
      birth: async (status: StationStatus = {}, cameras: object[] = []) => {
        const capabilities = { cameras, streams: 0, commands: [], events: ["swap"] };
        const { data } = withCharger(teleOf(header(), { ...AT_REST, ...status }));
        await sendMessage(client, "birth", birthOf(header(), AT_REST, { ...data, capabilities }));
      },
      /** Sends a snapshot. */
      report: (status: StationStatus = {}, batteries = CHARGED) =>
        sendMessage(client, "tele", withCharger(teleOf(header(), { ...AT_REST, ...status }), batteries)),
      /** Sends an event that has just occurred, unless another time is passed. */
      event: (event: Parameters<typeof eventOf>[1]) => sendMessage(client, "event", eventOf(header(), event)),
      stop: () => client.endAsync(true),
    };
  }

  return {
    connect,
    async stop() {
      await link.stop();
      await events.stop();
      await telemetry.stop();
    },
  };
}
