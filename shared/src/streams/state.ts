/** State of a stream's view (specification, section 4): 0 idle, 1 loading, 2 playing, 3 error. */
export type StreamState =
  | { kind: "idle" }
  | { kind: "loading" }
  | { kind: "playing" }
  | { kind: "error"; message: string };

/** What happens to a stream's view: someone opens or reloads it, video arrives, something fails, the view closes. */
export type StreamEvent =
  | { kind: "open" }
  | { kind: "reload" }
  | { kind: "track" }
  | { kind: "fail"; message: string }
  | { kind: "close" };

/** The state after an event. What does not fit the state, such as video after the view was closed, changes nothing. */
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

/**
 * How long a stream lives without heartbeats: they come while it plays, and this many missed ones end it (section 9).
 */
export const STREAM_HEARTBEAT = { interval_ms: 5_000, missed_max: 3 } as const;

/** Video without a new frame for this long is told to be frozen: within 5 s, when it is looked at every second (ms). */
const FROZEN_AFTER_MS = 3_500;

/** Whether video stands still: its last new frame came long ago. Video that has shown nothing yet does not. */
export function isFrozen(lastFrameAt: number | null, now: number): boolean {
  return lastFrameAt !== null && now - lastFrameAt > FROZEN_AFTER_MS;
}

/** What can go wrong with a stream, in the words of section 8. */
export const streamFailures = {
  noData: (step: string) => `${step} returned no data`,
  failed: (step: string, message: string) => `${step} failed: ${message}`,
  noCandidates: "No ICE candidates",
  noVideo: "No video element found... this indicates a programming error",
} as const;
