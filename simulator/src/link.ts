import {
  BIRTH_CODES,
  birthAck,
  type Birth,
  type BirthAck,
  type CmdAck,
  type CmdProgress,
  type StationEvent,
  type Tele,
} from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { randomUnit, type FleetStation } from "./model/index.ts";
import type { Clock } from "./clock.ts";
import type { ConnectInTurn } from "./connect-in-turn.ts";
import { openConnection, type Connection } from "./connection.ts";
import { skewed, type Transport } from "./faults/index.ts";
import { parseJson } from "./state-file.ts";
import type { Pace } from "./telemetry.ts";

/** Prints a sentence for the person who runs the simulator. */
export type Log = (sentence: string) => void;

type LinkOptions = {
  station: FleetStation;
  /** Boot counter of this run. */
  boot: number;
  /** Called when the server knows a higher boot counter, with the one that is used from now on. */
  onBoot: (boot: number) => void;
  broker: string;
  clock: Clock;
  log: Log;
  connectInTurn: ConnectInTurn;
  /** Applies the scheduled network faults to messages. */
  transport: Transport;
  /** How far the station's clock is ahead, in ms. */
  skewMs: () => number;
  /** Makes the data of a birth, once for each connection. */
  birth: () => Birth["data"];
  /** Called when the server accepts the birth. */
  onAccepted: (accepted: Accepted) => void;
  /** Called when the server has stored events. */
  onEventAck: (payload: string) => void;
  onCommand: (payload: string) => void;
  onLost: () => void;
};

/** A station's link to the server. It reconnects until it is closed. */
export type Link = {
  open(): void;
  /** Sends a snapshot. Returns false while the birth is not accepted, or the broker has not acknowledged the previous message. */
  send(data: Tele["data"]): boolean;
  /** Sends an event or a historical snapshot. Returns false if that is not possible now. */
  sendBacklog(item: { event: StationEvent } | { tele: Tele["data"] }): boolean;
  /** Sends the progress or the answer of a command; does nothing without an accepted connection. */
  answer(message: CmdAck | CmdProgress): void;
  /** Cuts the connection, as when a cable is cut, and reconnects after `outageMs`. */
  drop(outageMs: number): void;
  /** Sets the boot counter back to 1, as a station whose counters were lost. */
  resetBoot(): void;
  close(): Promise<void>;
};

/** The pace of snapshots, the server's time (ms), and what it asks for. */
type Accepted = { pace: Pace; serverTime: number } & Pick<NonNullable<BirthAck["output"]>, "resend">;

type State =
  | { kind: "closed" }
  | { kind: "waiting"; cancel: () => void }
  | { kind: "connecting"; connection: Connection; birth: string | null; cancel: () => void }
  | { kind: "accepted"; connection: Connection };

/** `endTurn` ends the turn to connect. */
type LinkContext = LinkOptions & {
  state: State;
  endTurn: () => void;
  seq: number;
  attempt: number;
  isFailureLogged: boolean;
};

const BIRTH_ANSWER_MS = 30 * SECOND_MS;
const BACKOFF_MS = { first: SECOND_MS, longest: 60 * SECOND_MS } as const;
/** The attempt from which on the backoff has its maximum. */
const MAX_BACKOFF_ATTEMPT = Math.ceil(Math.log2(BACKOFF_MS.longest / BACKOFF_MS.first));
const JITTER_KEY = 121;

/** Creates the link of a station, not yet open. */
export function createLink(options: LinkOptions): Link {
  const begin = { seq: 0, attempt: 0, isFailureLogged: false };
  const context: LinkContext = { ...options, ...begin, state: { kind: "closed" }, endTurn: () => {} };
  return {
    open() {
      if (context.state.kind === "closed") wait(context, 0);
    },
    send: (data) =>
      context.state.kind === "accepted" && context.state.connection.publish("tele", envelope(context, data).text),
    sendBacklog(item) {
      if (context.state.kind !== "accepted") return false;
      const { connection } = context.state;
      if ("event" in item) return connection.publishPipelined("event", envelope(context, item.event).text);
      return connection.publishPipelined("tele", envelope(context, item.tele).text);
    },
    answer(message) {
      if (context.state.kind !== "accepted") return;
      context.state.connection.publishPipelined(
        "data" in message ? "cmd_progress" : "cmd_ack",
        JSON.stringify(message),
      );
    },
    drop: (outageMs) => drop(context, outageMs),
    resetBoot() {
      setBoot(context, 1);
      drop(context, 0);
    },
    async close() {
      const { state } = context;
      release(context);
      context.state = { kind: "closed" };
      if (state.kind === "accepted" || state.kind === "connecting") await state.connection.leave();
    },
  };
}

function drop(context: LinkContext, outageMs: number): void {
  const { state } = context;
  if (state.kind !== "accepted" && state.kind !== "connecting") return;
  reconnectAfter(context, outageMs);
  state.connection.cut();
}

function wait(context: LinkContext, ms: number): void {
  const cancel = context.clock.after(ms, () => {
    context.endTurn = context.connectInTurn(() => connect(context));
  });
  context.state = { kind: "waiting", cancel };
}

function connect(context: LinkContext): void {
  const { station, boot, broker } = context;
  const receive = (handle: () => void) => {
    context.transport.deliver(() => {
      if (isCurrent(context, connection)) handle();
      return true;
    });
  };
  const handlers = {
    up: () => isCurrent(context, connection) && sendBirth(context, connection),
    birthAck: (payload: string) => receive(() => handleBirthAck(context, connection, payload)),
    eventAck: (payload: string) => receive(() => context.onEventAck(payload)),
    command: (payload: string) => receive(() => context.onCommand(payload)),
    down: (reason: string | null) =>
      isCurrent(context, connection) && retry(context, reason ?? "the connection was closed"),
  };
  const connection = context.transport.wrap(
    openConnection({ station, boot, broker, birthSeq: context.seq + 1 }, handlers),
  );
  context.state = { kind: "connecting", connection, birth: null, cancel: () => undefined };
}

// Late callbacks of an earlier connection are ignored.
function isCurrent({ state }: LinkContext, connection: Connection): boolean {
  return (state.kind === "connecting" || state.kind === "accepted") && state.connection === connection;
}

function sendBirth(context: LinkContext, connection: Connection): void {
  const { id, text } = envelope(context, context.birth());
  connection.publish("birth", text);
  const cancel = context.clock.after(BIRTH_ANSWER_MS, () => {
    retry(context, "the server did not answer the birth message");
    connection.cut();
  });
  context.state = { kind: "connecting", connection, birth: id, cancel };
}

function handleBirthAck(context: LinkContext, connection: Connection, payload: string): void {
  const { state } = context;
  const answer = birthAck.safeParse(parseJson(payload));
  if (!answer.success || state.kind !== "connecting") return;
  const { id, code, message, output } = answer.data;
  if (id !== state.birth && id !== null) return;
  if (code === BIRTH_CODES.behind && output) {
    reconnectWithBoot(context, output.boot + 1);
    connection.cut();
    return;
  }
  if (code !== 0 || !output) {
    // These will not change soon, so retries are as rare as possible.
    if (code === BIRTH_CODES.unknown || code === BIRTH_CODES.rejected)
      context.attempt = Math.max(context.attempt, MAX_BACKOFF_ATTEMPT);
    retry(context, `the server rejected the birth message: ${message}`);
    connection.cut();
    return;
  }
  release(context);
  context.attempt = 0;
  context.isFailureLogged = false;
  context.state = { kind: "accepted", connection };
  const pace = { min: output.telemetry_min_s, max: output.telemetry_max_s };
  context.onAccepted({ pace, serverTime: output.server_time, resend: output.resend });
}

// The will contains the boot counter, so a new counter needs a new connection.
function reconnectWithBoot(context: LinkContext, boot: number): void {
  setBoot(context, boot);
  reconnectAfter(context, 0);
}

function setBoot(context: LinkContext, boot: number): void {
  context.boot = boot;
  context.seq = 0;
  context.onBoot(boot);
}

/** Logs the first of a series of failures and retries with exponential backoff and jitter. */
function retry(context: LinkContext, reason: string): void {
  if (!context.isFailureLogged)
    context.log(`${context.station.name} is not connected: ${reason.replace(/\.$/, "")}. It keeps trying.`);
  context.isFailureLogged = true;
  const longest = Math.min(BACKOFF_MS.longest, BACKOFF_MS.first * 2 ** context.attempt);
  const jitter = 0.5 + randomUnit(context.station.seed, JITTER_KEY, context.boot, context.seq, context.attempt) / 2;
  context.attempt += 1;
  reconnectAfter(context, longest * jitter);
}

function reconnectAfter(context: LinkContext, retryMs: number): void {
  release(context);
  wait(context, retryMs);
}

function release(context: LinkContext): void {
  const { state } = context;
  context.endTurn();
  if (state.kind === "waiting" || state.kind === "connecting") state.cancel();
  if (state.kind === "accepted") context.onLost();
}

function envelope(context: LinkContext, data: unknown): { id: string; text: string } {
  context.seq += 1;
  const { boot, seq } = context;
  const id = `${boot}-${seq}`;
  const aheadMs = context.skewMs();
  const ts = context.clock.now() + aheadMs;
  return { id, text: JSON.stringify({ v: 1, id, boot, seq, ts, data: skewed(data, aheadMs) }) };
}
