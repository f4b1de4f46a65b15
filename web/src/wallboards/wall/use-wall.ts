import { useEffect, useReducer } from "react";
import { hasNew, getWall, type Wall } from "@groundcrew/shared/wallboards";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { call, CallFailure } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";

/** How long after a reply the next one is requested, and after a refusal (ms). */
const EVERY_MS = getWall.refreshMs;
const REFUSED_EVERY_MS = MINUTE_MS;

/**
 * What is known of a wallboard: nothing yet, what it shows and since when (server's time, ms), or why its link shows nothing. `notReadyAt` is when a
 * station was last seen to have become not ready.
 */
export type WallState =
  | { kind: "loading"; hasFailed: boolean }
  | { kind: "shown"; wall: Wall; at: number; notReadyAt: number | null; hasFailed: boolean }
  | { kind: "refused"; reason: string };

type Outcome = { kind: "reply"; wall: Wall; at: number } | { kind: "failure" } | { kind: "refusal"; reason: string };

/** What is known after a call. What was shown before a failure stays. */
function afterCall(before: WallState, outcome: Outcome): WallState {
  switch (outcome.kind) {
    case "refusal":
      return { kind: "refused", reason: outcome.reason };
    case "failure":
      return before.kind === "refused" ? before : { ...before, hasFailed: true };
    case "reply": {
      const { wall, at } = outcome;
      const known = before.kind === "shown" ? before : null;
      const isNew = known !== null && hasNew(wall.not_ready, known.wall.not_ready);
      return { kind: "shown", wall, at, notReadyAt: isNew ? at : (known?.notReadyAt ?? null), hasFailed: false };
    }
  }
}

/** What a wallboard shows, requested again and again for as long as the page is open. */
export function useWall(token: string): WallState {
  const [state, dispatch] = useReducer(afterCall, { kind: "loading", hasFailed: false });
  useEffect(() => {
    const closing = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const request = async () => {
      const outcome = await requestWall(token, closing.signal);
      if (closing.signal.aborted) return;
      dispatch(outcome);
      timer = setTimeout(() => void request(), outcome.kind === "refusal" ? REFUSED_EVERY_MS : EVERY_MS);
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

async function requestWall(token: string, signal: AbortSignal): Promise<Outcome> {
  try {
    const { body } = await call(getWall, { headers: { authorization: `Bearer ${token}` } }, { signal });
    return { kind: "reply", wall: body, at: serverNow() };
  } catch (error) {
    const isRefused = error instanceof CallFailure && REFUSALS.has(error.status);
    return isRefused ? { kind: "refusal", reason: error.message } : { kind: "failure" };
  }
}
