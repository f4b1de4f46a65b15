import { SECOND_MS } from "@groundcrew/shared/lib";
import {
  isFrozen,
  nextStreamState,
  streamFailures,
  type StreamEvent,
  type StreamState,
} from "@groundcrew/shared/streams";
import { pageMs } from "../data/clock/index.ts";
import { agoText } from "../lib/index.ts";
import { framesDecoded } from "./statistics.ts";
import { startRun, type StreamRun, type StreamTarget } from "./stream-run.ts";

/** The current state of a stream view. */
export type StreamSnapshot = {
  state: StreamState;
  /** The id of the last stream opened; null before the first. */
  id: string | null;
  /** When the last frame arrived (page time, ms); null before the first one of this run. */
  lastFrameAt: number | null;
  /** True if the video plays without new frames. */
  isFrozen: boolean;
};

/** The connection's states and errors, apart from its statistics. */
export type StreamDebug = {
  signaling: string;
  gathering: string;
  ice: string;
  connection: string;
  iceErrors: string[];
};

/** The view of one stream; it lives outside of React. */
export type StreamView = {
  subscribe: (listener: () => void) => () => void;
  snapshot: () => StreamSnapshot;
  /** Sets the element that shows the video; null once it is unmounted. */
  attach: (video: HTMLVideoElement | null) => void;
  open: (target: StreamTarget) => void;
  reload: () => void;
  close: () => void;
  statistics: () => Promise<RTCStatsReport | null>;
  debug: () => StreamDebug | null;
};

/** The server waits up to 10 s for the station, and connecting through firewalls takes longer. */
const FIRST_FRAME_MS = 25 * SECOND_MS;
const NO_FRAME = streamFailures.failed("Connect", "no video was received; a firewall may be blocking it");

const IDLE: StreamSnapshot = { state: { kind: "idle" }, id: null, lastFrameAt: null, isFrozen: false };

export function createStreamView(): StreamView {
  const { set, dispatch, ...store } = createStore();
  let video: HTMLVideoElement | null = null;
  let run: (StreamRun & { target: StreamTarget; stopWatching: () => void }) | null = null;

  function start(target: StreamTarget): void {
    set({ id: null, lastFrameAt: null, isFrozen: false });
    const started = startRun(target, {
      onOpened: (id) => set({ id }),
      onFailed: fail,
      onTrack(media) {
        if (!video) return fail(streamFailures.noVideo);
        showMedia(video, media, () => set({ lastFrameAt: pageMs(), isFrozen: false }));
        dispatch({ kind: "track" });
      },
    });
    const stopWatching = watchFrames(started, { lastFrameAt: () => store.snapshot().lastFrameAt, set, fail });
    run = { ...started, target, stopWatching };
  }

  function stop(): void {
    run?.stopWatching();
    run?.stop();
    if (video) video.srcObject = null;
  }

  function fail(message: string): void {
    stop();
    dispatch({ kind: "fail", message });
    set({ isFrozen: false });
  }

  function close(): void {
    stop();
    run = null;
    dispatch({ kind: "close" });
    set({ id: null, lastFrameAt: null, isFrozen: false });
  }

  return {
    ...store,
    attach(next) {
      video = next;
    },
    open(target) {
      close();
      dispatch({ kind: "open" });
      start(target);
    },
    reload() {
      if (store.snapshot().state.kind !== "error" || !run) return;
      dispatch({ kind: "reload" });
      start(run.target);
    },
    close,
    async statistics() {
      const peer = run?.peer();
      return peer ? peer.getStats() : null;
    },
    debug: () => streamDebug(run),
  };
}

/** Stores the snapshot of a view, and notifies listeners when it changes. */
function createStore() {
  const listeners = new Set<() => void>();
  let current = IDLE;

  function set(changes: Partial<StreamSnapshot>): void {
    current = { ...current, ...changes };
    for (const listener of listeners) listener();
  }

  return {
    set,
    dispatch: (event: StreamEvent) => {
      const state = nextStreamState(current.state, event);
      if (state !== current.state) set({ state });
    },
    snapshot: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function showMedia(video: HTMLVideoElement, media: MediaStream, onFirstFrame: () => void): void {
  if (video.srcObject === media) return;
  video.srcObject = media;
  video.requestVideoFrameCallback(() => {
    if (video.srcObject === media) onFirstFrame();
  });
}

type FrameWatch = {
  lastFrameAt: () => number | null;
  set: (change: Partial<StreamSnapshot>) => void;
  fail: (sentence: string) => void;
};

/**
 * Checks every second for new frames, of which the first must arrive in time. Uses the decoder's count, which also grows while the page is
 * hidden.
 */
function watchFrames(run: StreamRun, { lastFrameAt, set, fail }: FrameWatch): () => void {
  const startedAt = pageMs();
  let decoded = 0;
  let isStopped = false;

  async function check(): Promise<void> {
    const report = await run.peer()?.getStats();
    if (isStopped) return;
    const count = report ? framesDecoded(report) : 0;
    const now = pageMs();
    if (count > decoded) set({ lastFrameAt: now, isFrozen: false });
    else if (isFrozen(lastFrameAt(), now)) set({ isFrozen: true });
    else if (lastFrameAt() === null && now - startedAt > FIRST_FRAME_MS) fail(NO_FRAME);
    decoded = count;
  }

  const timer = setInterval(() => void check(), SECOND_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

function streamDebug(run: StreamRun | null): StreamDebug | null {
  const peer = run?.peer();
  if (!run || !peer) return null;
  return {
    signaling: peer.signalingState,
    gathering: peer.iceGatheringState,
    ice: peer.iceConnectionState,
    connection: peer.connectionState,
    iceErrors: run.iceErrors(),
  };
}

const STATES = { idle: "Idle", loading: "Loading", playing: "Playing", error: "Error" } as const;

/** A stream's state in the Stream Info dialog, such as `Playing`. */
export function stateText({ state, isFrozen }: Pick<StreamSnapshot, "state" | "isFrozen">): string {
  return `${STATES[state.kind]}${isFrozen ? ", frozen" : ""}`;
}

/** The label on the video, so that an old frame is not mistaken for live video. */
export type StreamLabel = { kind: "loading" | "playing" | "frozen"; text: string };

/** The label of a stream at a time (ms); null when it needs none. */
export function streamLabel({ state, lastFrameAt, isFrozen }: StreamSnapshot, now: number): StreamLabel | null {
  if (state.kind === "idle" || state.kind === "error") return null;
  if (state.kind === "loading" || lastFrameAt === null) return { kind: "loading", text: "Loading live video" };
  if (!isFrozen) return { kind: "playing", text: "Playing" };
  return { kind: "frozen", text: `Frozen: last frame ${agoText(now - lastFrameAt)}` };
}
