/** The state of a stream view (specification, section 4): 0 idle, 1 loading, 2 playing, 3 error. */
export type StreamState =
  | { kind: "idle" }
  | { kind: "loading" }
  | { kind: "playing" }
  | { kind: "error"; message: string };

/** An event of a stream view: the user opens or reloads it, video arrives, something fails, the view closes. */
export type StreamEvent =
  | { kind: "open" }
  | { kind: "reload" }
  | { kind: "track" }
  | { kind: "fail"; message: string }
  | { kind: "close" };

/** The state after an event. An event that does not apply in the state, such as video after the view was closed, changes nothing. */
export function nextStreamState(state: StreamState, event: StreamEvent): StreamState {
  switch (event.kind) {
    case "open":
      return state.kind === "idle" ? { kind: "loading" } : state;
    case "reload":
      return state.kind === "error" ? { kind: "loading" } : state;
    case "track":
      return state.kind === "loading" ? { kind: "playing" } : state;
    case "fail":
      return state.kind === "idle" ? state : { kind: "error", message: event.message };
    case "close":
      return { kind: "idle" };
  }
}

/** Heartbeats are sent at this interval while a stream plays; it ends after this number of missed ones (section 9). */
export const STREAM_HEARTBEAT = { interval_ms: 5_000, missed_max: 3 } as const;

/** Video counts as frozen without a new frame for this long (ms); with a check every second, that is noticed within 5 s. */
const FROZEN_AFTER_MS = 3_500;

/** Whether video is frozen, from the time of its last new frame. Video without any frame yet is not. */
export function isFrozen(lastFrameAt: number | null, now: number): boolean {
  return lastFrameAt !== null && now - lastFrameAt > FROZEN_AFTER_MS;
}

/** A stream's error messages (specification, section 8). */
export const streamFailures = {
  noData: (step: string) => `${step} returned no data`,
  failed: (step: string, message: string) => `${step} failed: ${message}`,
  noCandidates: "No ICE candidates",
  noVideo: "No video element found... this indicates a programming error",
} as const;
