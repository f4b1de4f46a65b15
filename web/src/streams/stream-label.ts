import { agoText } from "../lib/index.ts";
import type { StreamSnapshot } from "./stream-view.ts";

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
