import { birthAck, eventAck, topicOf, type BirthAck, type EventAck, type Topic } from "@groundcrew/shared/link";
import type { MqttClient } from "mqtt";
import { pino } from "pino";
import type { Db } from "../src/platform/db/index.ts";
import { startEvents, startTelemetry, type Events, type Telemetry } from "../src/ingest/index.ts";
import { embeddedLink, type EmbeddedLink } from "../src/platform/link/index.ts";
import { authenticateStations, Board, type StateChange } from "../src/stations/index.ts";
import { readerOf } from "../src/stations/board/read-board.ts";
import { snapshotIn } from "../src/stations/board/stored-snapshot.ts";
import { connectStation, sendMessage } from "./station.ts";
import { birthOf, envelope } from "./stations.ts";

const log = pino({ level: "silent" });
/** More than any test sends. */
const LIMITS = { perSecond: 1_000_000, errorsPerDay: 1_000_000 };

/** A connected station. */
export type RigStation = {
  client: MqttClient;
  /** Acknowledgements of events that have arrived. */
  acks: EventAck[];
  /** Waits until everything that the server has sent has arrived. */
  flush: () => Promise<void>;
  /** Sends a birth and waits for the answer. */
  birth: (message: object) => Promise<BirthAck>;
  /** Sends a message and waits until its effect is stored. */
  deliver: (topic: Topic, message: unknown) => Promise<void>;
  /** Breaks the connection and waits until the effect is stored. */
  dropConnection: () => Promise<void>;
};

/** Link and telemetry on a real database, with a clock that only tests advance. */
export class TelemetryRig {
  now = Date.parse("2026-03-01T12:00:30.000Z");
  /** When the current pause of the server began; null if there is none. */
  pausedAt: number | null = null;
  /** Changes that were reported to the board. */
  written: StateChange[] = [];
  /** Stations that the board was to refresh. */
  refreshed: string[] = [];
  readonly #db: Db;
  readonly #server: string;
  #link: EmbeddedLink | null = null;
  #telemetry: Telemetry | null = null;
  #events: Events | null = null;

  constructor(db: Db, server = "this one") {
    this.#db = db;
    this.#server = server;
  }

  get link(): EmbeddedLink {
    if (!this.#link) throw new Error("The rig is not started.");
    return this.#link;
  }

  async start(): Promise<void> {
    const now = () => this.now;
    const authenticate = authenticateStations(this.#db);
    this.#link = embeddedLink({ host: "127.0.0.1", port: 0, authenticate, now, log });
    this.#telemetry = startTelemetry({
      db: this.#db,
      link: this.#link,
      show: (changes) => void this.written.push(...changes),
      silentSince: async (since) => {
        const board = new Board(now);
        await readerOf(board, { db: this.#db, server: this.#server }).all();
        return board.silentSince(since);
      },
      server: this.#server,
      now,
      pauses: {
        endedAt: () => (this.pausedAt === null ? null : this.now),
        receivingUntil: () => this.pausedAt ?? this.now,
      },
      isOwnBroker: true,
      log,
    });
    const refresh = async (names: readonly string[]) => void this.refreshed.push(...names);
    this.#events = startEvents({ db: this.#db, link: this.#link, refresh, limits: LIMITS, retryMs: 100, now, log });
    await this.#link.start();
  }

  async stop(): Promise<void> {
    await this.#link?.stop();
    await this.#events?.stop();
    await this.#telemetry?.stop();
  }

  /** Waits until the effects of everything that stations have sent or done so far are stored. */
  async settle(): Promise<void> {
    // By the time the broker has rejected an unknown client, it has handled all earlier messages.
    await connectStation(this.link.port(), "gc-stranger").catch(() => undefined);
    await this.#events?.settle();
    await this.#telemetry?.settle();
  }

  async connect(name: string): Promise<RigStation> {
    const client = await connectStation(this.link.port(), name);
    await client.subscribeAsync([topicOf(name, "birth_ack"), topicOf(name, "event_ack")], { qos: 1 });
    const acks: EventAck[] = [];
    client.on("message", (topic, payload) => {
      if (topic === topicOf(name, "event_ack")) acks.push(eventAck.parse(JSON.parse(payload.toString())));
    });
    // Everything the server has sent arrives before the reply to this.
    const flush = async () => void (await client.subscribeAsync(topicOf(name, "birth_ack"), { qos: 1 }));
    const deliver = async (topic: Topic, message: unknown) => {
      await sendMessage(client, topic, message);
      await this.settle();
      await flush();
    };
    return {
      client,
      acks,
      flush,
      deliver,
      birth: async (message) => {
        const answered = nextMessage(client, topicOf(name, "birth_ack"));
        await deliver("birth", message);
        return birthAck.parse(JSON.parse(await answered));
      },
      dropConnection: async () => {
        client.stream.destroy();
        await this.settle();
      },
    };
  }

  /** Connects a station, and waits until its birth is accepted. */
  async born(name: string, { boot = 1, seq = 1, status = {} } = {}): Promise<RigStation> {
    const station = await this.connect(name);
    const { code, message } = await station.birth(birthOf(envelope(boot, seq, this.now), status));
    if (code !== 0) throw new Error(message);
    return station;
  }
}

/** The stored state and snapshot of a station. */
export async function storedState(db: Db, name: string) {
  const { snapshot, ...row } = await db
    .selectFrom("station_states")
    .leftJoin("station_snapshots", "station_snapshots.station_name", "station_states.station_name")
    .selectAll("station_states")
    .select("snapshot")
    .where("station_states.station_name", "=", name)
    .executeTakeFirstOrThrow();
  return { ...row, snapshot: snapshotIn(snapshot ?? "null") };
}

function nextMessage(client: MqttClient, topic: string): Promise<string> {
  return new Promise((resolve) => {
    const handle = (received: string, payload: Buffer) => {
      if (received !== topic) return;
      client.off("message", handle);
      resolve(payload.toString());
    };
    client.on("message", handle);
  });
}
