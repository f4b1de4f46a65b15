import type { Topic } from "@groundcrew/shared/link";
import type { Config } from "../platform/config/index.ts";
import type { EventLimits } from "../ingest/index.ts";
import type { Received, Rejections } from "../platform/link/index.ts";
import type { Metrics } from "./thread-metrics.ts";

/** The settings of a thread of the station link. `databaseUrl` contains a password. */
export type ThreadSetup = {
  /** With port 0 any free port is used. */
  broker: { host: string; port: number };
  databaseUrl: string;
  /** Name of this server. */
  server: string;
  eventLimits: EventLimits;
  config: Pick<Config, "mode" | "logLevel" | "traces">;
  /** Topics whose messages are handled in the main thread. */
  forwarded: readonly Topic[];
};

/** From the main thread. A number identifies the request of an answer. */
export type ToThread =
  | { kind: "publish"; id: number; topic: string; payload: string }
  | { kind: "disconnect"; station: string }
  | { kind: "report"; id: number }
  /** Written states were taken, a received message has been handled, or these stations are silent. */
  | { kind: "handled"; id: number; silent: readonly string[] }
  | { kind: "stop" };

/** From a thread. */
export type FromThread =
  | { kind: "listening"; port: number }
  /** States that were written. */
  | { kind: "written"; id: number; lines: readonly string[] }
  /** Stations to read again from the database. */
  | { kind: "refresh"; stations: readonly string[] }
  | { kind: "received"; id: number; message: Received }
  /** Asks for the stations that have been silent since a time (ms). */
  | { kind: "silent_since"; id: number; since: number }
  | { kind: "published"; id: number; isSent: boolean }
  | { kind: "reported"; id: number; report: ThreadReport }
  /** Everything received is stored. */
  | { kind: "stopped" };

/** A thread's report about itself. */
export type ThreadReport = {
  rejections: Rejections;
  metrics: Metrics;
};
