import { SECOND_MS } from "@groundcrew/shared/lib";
import {
  isFrozen,
  nextStreamState,
  streamFailures,
  type StreamEvent,
  type StreamState,
} from "@groundcrew/shared/streams";
import { pageMs } from "../clock/index.ts";
import { framesDecoded } from "./statistics.ts";
import { startRun, type StreamRun, type StreamTarget } from "./stream-run.ts";

/** A stream's view as it is now. */
export type StreamSnapshot = {
  state: StreamState;
  /** Of the stream the server opened last; null before. */
  id: string | null;
  /** When the newest picture came (the page's time, ms); null before the first of this run. */
  lastFrameAt: number | null;
  /** It plays, but no new picture comes. */
  isFrozen: boolean;
};

/** What is known of the connection besides its statistics. */
export type StreamDebug = {
  signaling: string;
  gathering: string;
  ice: string;
  connection: string;
  iceErrors: string[];
};

/** The view of one stream, with a life of its own outside React. */
export type StreamView = {
  subscribe: (listener: () => void) => () => void;
  snapshot: () => StreamSnapshot;
  /** Where the video is shown; null once that is gone. */
  attach: (video: HTMLVideoElement | null) => void;
  open: (target: StreamTarget) => void;
  reload: () => void;
  close: () => void;
  statistics: () => Promise<RTCStatsReport | null>;
  debug: () => StreamDebug | null;
};

/** The server takes up to 10 s to ask the station, and finding a way through firewalls some more. */
const FIRST_FRAME_MS = 25 * SECOND_MS;
const NO_FRAME = streamFailures.failed("Connect", "no video was received; a firewall may be blocking it");

const IDLE: StreamSnapshot = { state: { kind: "idle" }, id: null, lastFrameAt: null, isFrozen: false };

export function newStreamView(): StreamView {
  const { set, happen, ...store } = newStore();
  let video: HTMLVideoElement | null = null;
  let run: (StreamRun & { target: StreamTarget; stopLooking: () => void }) | null = null;

  function start(target: StreamTarget): void {
    set({ id: null, lastFrameAt: null, isFrozen: false });
    const started = startRun(target, {
      onOpened: (id) => set({ id }),
      onFailed: fail,
      onTrack(media) {
        if (!video) return fail(streamFailures.noVideo);
        showMedia(video, media, () => set({ lastFrameAt: pageMs(), isFrozen: false }));
        happen({ kind: "track" });
      },
    });
    const stopLooking = lookForFrames(started, { lastFrameAt: () => store.snapshot().lastFrameAt, set, fail });
    run = { ...started, target, stopLooking };
  }

  function stop(): void {
    run?.stopLooking();
    run?.stop();
    if (video) video.srcObject = null;
  }

  function fail(message: string): void {
    stop();
    happen({ kind: "fail", message });
    set({ isFrozen: false });
  }

  function close(): void {
    stop();
    run = null;
    happen({ kind: "close" });
    set({ id: null, lastFrameAt: null, isFrozen: false });
  }

  return {
    ...store,
    attach(next) {
      video = next;
    },
    open(target) {
      close();
      happen({ kind: "open" });
      start(target);
    },
    reload() {
      if (store.snapshot().state.kind !== "error" || !run) return;
      happen({ kind: "reload" });
      start(run.target);
    },
    close,
    async statistics() {
      const peer = run?.peer();
      return peer ? peer.getStats() : null;
    },
    debug: () => debugOf(run),
  };
}

/** Holds the snapshot of a view, and notifies its listeners when it changes. */
function newStore() {
  const listeners = new Set<() => void>();
  let now = IDLE;

  function set(change: Partial<StreamSnapshot>): void {
    now = { ...now, ...change };
    for (const listener of listeners) listener();
  }

  return {
    set,
    happen: (event: StreamEvent) => {
      const state = nextStreamState(now.state, event);
      if (state !== now.state) set({ state });
    },
    snapshot: () => now,
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

/** Looks every second whether new pictures came; the first must come in time. Those of a hidden page are counted too. */
function lookForFrames(run: StreamRun, { lastFrameAt, set, fail }: FrameWatch): () => void {
  const startedAt = pageMs();
  let decoded = 0;
  let isStopped = false;

  async function look(): Promise<void> {
    const report = await run.peer()?.getStats();
    if (isStopped) return;
    const count = report ? framesDecoded(report) : 0;
    const at = pageMs();
    if (count > decoded) set({ lastFrameAt: at, isFrozen: false });
    else if (isFrozen(lastFrameAt(), at)) set({ isFrozen: true });
    else if (lastFrameAt() === null && at - startedAt > FIRST_FRAME_MS) fail(NO_FRAME);
    decoded = count;
  }

  const timer = setInterval(() => void look(), SECOND_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

function debugOf(run: StreamRun | null): StreamDebug | null {
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
