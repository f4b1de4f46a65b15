import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { LIVE_HEARTBEAT_S } from "@groundcrew/shared/live";

/** When nothing arrives for this long, the connection is lost; when nothing has answered either, the server is out of reach. */
export const SILENCE_MS = (2 * LIVE_HEARTBEAT_S + 2) * SECOND_MS;
/** A lost connection is shown from this time on; most are back before. */
const SHOWN_AFTER_MS = 3 * SECOND_MS;
/** When there has been no stream for this long although requests are answered, the page polls. */
const POLLED_AFTER_MS = 30 * SECOND_MS;
/** How many breaks are listed, and for how long. */
const LISTED_BREAKS = 20;
const LISTED_FOR_MS = 60 * MINUTE_MS;

/** Why there is no stream: it ended, nothing arrived for too long, the server does not offer one now, or it cannot reach its database. */
export const lossReasons = ["broken", "silent", "refused", "unavailable"] as const;
export type LossReason = (typeof lossReasons)[number];

/** Events of the connection. All times are the page's (ms). */
export type ConnectionEvent =
  /** The stream is open; perhaps since an earlier time, in another tab. */
  | { kind: "opened"; sinceMs?: number }
  /** Something arrived on the stream, if only a comment. */
  | { kind: "received" }
  | { kind: "lost"; reason: LossReason }
  /** A request was answered, or was not. */
  | { kind: "answered" }
  | { kind: "unanswered" }
  /** It starts over: live changes were switched on or off, or the page was hidden. */
  | { kind: "restarted"; isOff: boolean };

/** The state of the connection. */
export type Connection = {
  isOff: boolean;
  /** When the stream was opened; null while there is none. */
  openedMs: number | null;
  /**
   * Why and when the last stream was lost, and when that was noticed. Before the first one, since when there should be one. A silent one
   * was lost when something last arrived.
   */
  lost: { reason: LossReason | null; atMs: number; noticedMs: number };
  /** When the stream before was opened; null if there was none. */
  previousMs: number | null;
  /** When something last arrived on the stream, and when any request was last answered. */
  receivedMs: number;
  answeredMs: number;
  /** Since when nothing has answered; null if the last request was answered. */
  unansweredMs: number | null;
  /** Breaks that were long enough to be shown and are over, the newest last. */
  breaks: readonly Break[];
};

/** A break in the stream whose changes were received afterwards. */
export type Break = { fromMs: number; toMs: number };

/** The connection as the page shows it. Times are the page's (ms). */
export type LiveState =
  /** Since so short a time that nothing is shown. */
  | { kind: "starting" }
  | { kind: "live"; sinceMs: number }
  | { kind: "reconnecting"; sinceMs: number }
  | { kind: "polling" }
  /** The server answers, but cannot reach its database. */
  | { kind: "unavailable"; sinceMs: number }
  | { kind: "out of reach"; sinceMs: number }
  | { kind: "off" };

export function newConnection(nowMs: number, isOff: boolean): Connection {
  return {
    isOff,
    openedMs: null,
    lost: { reason: null, atMs: nowMs, noticedMs: nowMs },
    previousMs: null,
    receivedMs: nowMs,
    answeredMs: nowMs,
    unansweredMs: null,
    breaks: [],
  };
}

/** The connection after an event at the time `nowMs`. */
export function afterEvent(connection: Connection, event: ConnectionEvent, nowMs: number): Connection {
  switch (event.kind) {
    case "opened":
      return opened(connection, event.sinceMs ?? nowMs, nowMs);
    case "received":
      return { ...connection, receivedMs: nowMs, unansweredMs: null };
    case "lost":
      return lost(connection, event.reason, nowMs);
    case "answered":
      return { ...connection, answeredMs: nowMs, unansweredMs: null };
    case "unanswered":
      return { ...connection, unansweredMs: connection.unansweredMs ?? nowMs };
    case "restarted":
      return { ...newConnection(nowMs, event.isOff), breaks: connection.breaks };
  }
}

function opened(connection: Connection, sinceMs: number, nowMs: number): Connection {
  const { lost, previousMs, breaks } = connection;
  const isBreak = previousMs !== null && connection.openedMs === null && nowMs - lost.atMs >= SHOWN_AFTER_MS;
  const recent = breaks.filter(({ toMs }) => nowMs - toMs < LISTED_FOR_MS).slice(1 - LISTED_BREAKS);
  return {
    ...connection,
    // A short break was not shown, so the page has been live since before it.
    openedMs: isBreak || previousMs === null ? sinceMs : Math.min(previousMs, sinceMs),
    receivedMs: nowMs,
    unansweredMs: null,
    breaks: isBreak ? [...recent, { fromMs: lost.atMs, toMs: nowMs }] : breaks,
  };
}

function lost(connection: Connection, reason: LossReason, nowMs: number): Connection {
  const { openedMs, receivedMs, previousMs } = connection;
  const wasOpen = openedMs !== null;
  const { atMs, noticedMs } = wasOpen
    ? { atMs: reason === "silent" ? receivedMs : nowMs, noticedMs: nowMs }
    : connection.lost;
  // A server without its database refuses streams.
  const isStillUnavailable = !wasOpen && connection.lost.reason === "unavailable" && reason === "refused";
  return {
    ...connection,
    openedMs: null,
    previousMs: openedMs ?? previousMs,
    lost: { reason: isStillUnavailable ? "unavailable" : reason, atMs, noticedMs },
    unansweredMs: unansweredSince(connection, reason, nowMs),
  };
}

/** A refusal is an answer too. Silence is noticed late. */
function unansweredSince(connection: Connection, reason: LossReason, nowMs: number): number | null {
  const { receivedMs, answeredMs, unansweredMs } = connection;
  if (reason === "refused" || reason === "unavailable") return null;
  if (unansweredMs !== null || reason === "broken") return unansweredMs ?? nowMs;
  return answeredMs >= receivedMs ? null : receivedMs;
}

/** The connection as shown at the time `nowMs`. */
export function stateAt(connection: Connection, nowMs: number): LiveState {
  const { isOff, openedMs, previousMs, lost, unansweredMs } = connection;
  if (isOff) return { kind: "off" };
  if (openedMs !== null) return { kind: "live", sinceMs: openedMs };
  const lostForMs = nowMs - lost.atMs;
  if (lostForMs < SHOWN_AFTER_MS) {
    return previousMs === null ? { kind: "starting" } : { kind: "live", sinceMs: previousMs };
  }
  if (unansweredMs !== null && nowMs - unansweredMs >= SILENCE_MS) {
    return { kind: "out of reach", sinceMs: unansweredMs };
  }
  if (lost.reason === "unavailable") return { kind: "unavailable", sinceMs: lost.atMs };
  const isWithout = lost.reason === "refused" || lost.reason === "silent";
  const isPolled = lostForMs >= POLLED_AFTER_MS || (isWithout && nowMs - lost.noticedMs >= SHOWN_AFTER_MS);
  if (isPolled && unansweredMs === null) return { kind: "polling" };
  return { kind: "reconnecting", sinceMs: lost.atMs };
}

export function isSameState(one: LiveState, other: LiveState): boolean {
  const sinceOf = (state: LiveState) => ("sinceMs" in state ? state.sinceMs : null);
  return one.kind === other.kind && sinceOf(one) === sinceOf(other);
}
