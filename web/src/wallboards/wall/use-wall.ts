import { useEffect, useReducer } from "react";
import { hasNew, getWall, type Wall } from "@groundcrew/shared/wallboards";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { call, CallFailure } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";

/** How long after a reply the next one is requested, and after a refusal, or when the server says to wait (ms). */
const EVERY_MS = getWall.refreshMs;
const REFUSED_EVERY_MS = MINUTE_MS;

/**
 * The state of a wallboard: nothing yet, what it shows and since when (server's time, ms), or why its link shows nothing. `notReadyAt` is when a
 * station was last seen to have become not ready. `responds` says that the server has answered the last call, also with what this page cannot read.
 */
export type WallState = { responds: boolean } & (
  | { kind: "loading"; hasFailed: boolean }
  | { kind: "shown"; wall: Wall; at: number; notReadyAt: number | null }
  | { kind: "refused"; reason: string }
);

type Outcome =
  | { kind: "reply"; wall: Wall; at: number }
  | { kind: "failure"; status: number | null }
  | { kind: "refusal"; reason: string };

/** The state after a call. Content that was shown before a failure stays. */
function afterCall(before: WallState, outcome: Outcome): WallState {
  switch (outcome.kind) {
    case "refusal":
      return { kind: "refused", reason: outcome.reason, responds: true };
    case "failure": {
      const responds = outcome.status !== null && outcome.status < SERVER_ERROR;
      return before.kind === "loading" ? { ...before, hasFailed: true, responds } : { ...before, responds };
    }
    case "reply": {
      const { wall, at } = outcome;
      const known = before.kind === "shown" ? before : null;
      const isNew = known !== null && hasNew(notReadyOf(wall), notReadyOf(known.wall));
      return { kind: "shown", wall, at, notReadyAt: isNew ? at : (known?.notReadyAt ?? null), responds: true };
    }
  }
}

function notReadyOf({ counts, newest_not_ready }: Wall) {
  return { count: counts.not_ready, newest: newest_not_ready };
}

/** The content of a wallboard, requested again and again for as long as the page is open. */
export function useWall(token: string): WallState {
  const [state, dispatch] = useReducer(afterCall, { kind: "loading", hasFailed: false, responds: false });
  useEffect(() => {
    const closing = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = async () => {
      const outcome = await requestWall(token, closing.signal);
      if (closing.signal.aborted) return;
      dispatch(outcome);
      timer = setTimeout(() => void request(), isRefused(outcome) ? REFUSED_EVERY_MS : EVERY_MS);
    };
    void request();
    return () => {
      closing.abort();
      clearTimeout(timer);
    };
  }, [token]);
  return state;
}

const REFUSALS: ReadonlySet<number | null> = new Set([401, 403]);
const TOO_MANY = 429;
/** Statuses from here on are those of a server, or a proxy before it, that has a fault. */
const SERVER_ERROR = 500;

function isRefused(outcome: Outcome): boolean {
  return outcome.kind === "refusal" || (outcome.kind === "failure" && outcome.status === TOO_MANY);
}

async function requestWall(token: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const { body } = await call(getWall, { headers: { authorization: `Bearer ${token}` } }, { signal });
    return { kind: "reply", wall: body, at: serverNow() };
  } catch (error) {
    if (!(error instanceof CallFailure)) return { kind: "failure", status: null };
    const { status, message } = error;
    return REFUSALS.has(status) ? { kind: "refusal", reason: message } : { kind: "failure", status };
  }
}
