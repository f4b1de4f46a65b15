import {
  BIRTH_CODES,
  birthAck,
  type Birth,
  type CmdAck,
  type CmdProgress,
  type StationEvent,
  type Tele,
} from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { unit, type FleetStation } from "./model/index.ts";
import type { Clock } from "./clock.ts";
import { dial, type Connection } from "./connection.ts";
import { skewed, type Way } from "./faults/index.ts";
import { parseJson } from "./state-file.ts";
import type { Pace } from "./telemetry.ts";

/** Takes sentences for the person who runs the simulator. */
export type Log = (sentence: string) => void;

type LinkOptions = {
  station: FleetStation;
  /** Boot counter of this run. */
  boot: number;
  /** The server knows a higher boot counter, so this one counts from here on. */
  onBoot: (boot: number) => void;
  broker: string;
  clock: Clock;
  log: Log;
  /** How many ms to wait before dialling, so that not all stations dial at once. */
  dialDelayMs: () => number;
  /** What messages go through. */
  way: Way;
  /** How much the station's clock is ahead, in ms. */
  skewMs: () => number;
  /** What the birth says, made anew for each connection. */
  birth: () => Birth["data"];
  /** The server has accepted the birth and wants this pace; its clock shows `serverTime` (ms). */
  onAccepted: (pace: Pace, serverTime: number) => void;
  /** The server has stored events. */
  onEventAck: (payload: string) => void;
  /** The server asks for something. */
  onCommand: (payload: string) => void;
  onLost: () => void;
};

/** A station's link to the server. Once open it comes back after every loss, until it is closed. */
export type Link = {
  open(): void;
  /** False while the birth is not accepted, or the broker has not yet taken the message before. */
  tell(data: Tele["data"]): boolean;
  /** Sends an event or a snapshot of the past; false when that is not possible now. */
  tellPast(past: { event: StationEvent } | { tele: Tele["data"] }): boolean;
  /** Says how a command goes or went, if there is a connection to say it on. */
  answer(message: CmdAck | CmdProgress): void;
  /** Loses the connection, as when a cable is cut, and dials again after so many ms. */
  drop(outageMs: number): void;
  /** Begins anew with the first boot, as a station whose counters were lost. */
  forgetBoot(): void;
  close(): Promise<void>;
};

type State =
  | { kind: "closed" }
  | { kind: "waiting"; cancel: () => void }
  | { kind: "dialled"; connection: Connection; birth: string | null; cancel: () => void }
  | { kind: "accepted"; connection: Connection };

type Line = LinkOptions & { state: State; seq: number; attempt: number; isNotified: boolean };

const BIRTH_ANSWER_MS = 30 * SECOND_MS;
const BACKOFF_MS = { first: SECOND_MS, longest: 60 * SECOND_MS } as const;
/** So many attempts later the wait is the longest. */
const HOPELESS = Math.ceil(Math.log2(BACKOFF_MS.longest / BACKOFF_MS.first));
const JITTER_KEY = 121;

/** A station's link, not yet open. */
export function linkOf(options: LinkOptions): Link {
  const line: Line = { ...options, state: { kind: "closed" }, seq: 0, attempt: 0, isNotified: false };
  return {
    open() {
      if (line.state.kind === "closed") wait(line, line.dialDelayMs());
    },
    tell: (data) => line.state.kind === "accepted" && line.state.connection.publish("tele", envelope(line, data).text),
    tellPast(past) {
      if (line.state.kind !== "accepted") return false;
      const { connection } = line.state;
      if ("event" in past) return connection.say("event", envelope(line, past.event).text);
      return connection.say("tele", envelope(line, past.tele).text);
    },
    answer(message) {
      if (line.state.kind !== "accepted") return;
      line.state.connection.say("data" in message ? "cmd_progress" : "cmd_ack", JSON.stringify(message));
    },
    drop: (outageMs) => drop(line, outageMs),
    forgetBoot() {
      goOnWith(line, 1);
      drop(line, 0);
    },
    async close() {
      const { state } = line;
      release(line);
      line.state = { kind: "closed" };
      if (state.kind === "accepted" || state.kind === "dialled") await state.connection.leave();
    },
  };
}

function drop(line: Line, outageMs: number): void {
  const { state } = line;
  if (state.kind !== "accepted" && state.kind !== "dialled") return;
  lose(line, outageMs);
  state.connection.cut();
}

function wait(line: Line, ms: number): void {
  line.state = { kind: "waiting", cancel: line.clock.after(ms, () => call(line)) };
}

function call(line: Line): void {
  const { station, boot, broker } = line;
  const arrive = (take: () => void) => {
    line.way.carry(() => {
      if (isCurrent(line, connection)) take();
      return true;
    });
  };
  const heard = {
    up: () => isCurrent(line, connection) && beBorn(line, connection),
    birthAck: (payload: string) => arrive(() => hear(line, connection, payload)),
    eventAck: (payload: string) => arrive(() => line.onEventAck(payload)),
    command: (payload: string) => arrive(() => line.onCommand(payload)),
    down: (reason: string | null) => isCurrent(line, connection) && fail(line, reason ?? "the connection was closed"),
  };
  const connection = line.way.over(dial({ station, boot, broker, birthSeq: line.seq + 1 }, heard));
  line.state = { kind: "dialled", connection, birth: null, cancel: () => undefined };
}

// What an earlier connection still has to say concerns nobody.
function isCurrent({ state }: Line, connection: Connection): boolean {
  return (state.kind === "dialled" || state.kind === "accepted") && state.connection === connection;
}

function beBorn(line: Line, connection: Connection): void {
  const { id, text } = envelope(line, line.birth());
  connection.publish("birth", text);
  const cancel = line.clock.after(BIRTH_ANSWER_MS, () => {
    fail(line, "the server did not answer its birth");
    connection.cut();
  });
  line.state = { kind: "dialled", connection, birth: id, cancel };
}

function hear(line: Line, connection: Connection, payload: string): void {
  const { state } = line;
  const answer = birthAck.safeParse(parseJson(payload));
  if (!answer.success || state.kind !== "dialled") return;
  const { id, code, message, output } = answer.data;
  if (id !== state.birth && id !== null) return;
  if (code === BIRTH_CODES.behind && output) {
    catchUp(line, output.boot + 1);
    connection.cut();
    return;
  }
  if (code !== 0 || !output) {
    // Neither will be otherwise soon, however often it is tried.
    if (code === BIRTH_CODES.unknown || code === BIRTH_CODES.rejected) line.attempt = Math.max(line.attempt, HOPELESS);
    fail(line, `the server refused its birth: ${message}`);
    connection.cut();
    return;
  }
  release(line);
  line.attempt = 0;
  line.isNotified = false;
  line.state = { kind: "accepted", connection };
  line.onAccepted({ min: output.telemetry_min_s, max: output.telemetry_max_s }, output.server_time);
}

// The last will carries the boot counter too, so a new one needs a new connection.
function catchUp(line: Line, boot: number): void {
  goOnWith(line, boot);
  lose(line, 0);
}

function goOnWith(line: Line, boot: number): void {
  line.boot = boot;
  line.seq = 0;
  line.onBoot(boot);
}

/** Takes note of a failure, tells it once, and tries again later: each time up to twice as late, never all stations at once. */
function fail(line: Line, reason: string): void {
  if (!line.isNotified) line.log(`${line.station.name} has no link: ${reason.replace(/\.$/, "")}. It keeps trying.`);
  line.isNotified = true;
  const longest = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** line.attempt);
  const jitter = 0.5 + unit(line.station.seed, JITTER_KEY, line.boot, line.seq, line.attempt) / 2;
  line.attempt += 1;
  lose(line, longest * jitter);
}

function lose(line: Line, retryMs: number): void {
  release(line);
  wait(line, retryMs + line.dialDelayMs());
}

function release(line: Line): void {
  const { state } = line;
  if (state.kind === "waiting" || state.kind === "dialled") state.cancel();
  if (state.kind === "accepted") line.onLost();
}

function envelope(line: Line, data: unknown): { id: string; text: string } {
  line.seq += 1;
  const { boot, seq } = line;
  const id = `${boot}-${seq}`;
  const aheadMs = line.skewMs();
  const ts = line.clock.now() + aheadMs;
  return { id, text: JSON.stringify({ v: 1, id, boot, seq, ts, data: skewed(data, aheadMs) }) };
}
