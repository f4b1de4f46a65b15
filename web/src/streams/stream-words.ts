import { agoText } from "../lib/index.ts";
import type { StreamSnapshot } from "./stream-view.ts";

const STATES = { idle: "Idle", loading: "Loading", playing: "Playing", error: "Error" } as const;

/** A stream's state as the Stream Info dialog says it: `Playing`. */
export function stateText({ state, isFrozen }: Pick<StreamSnapshot, "state" | "isFrozen">): string {
  return `${STATES[state.kind]}${isFrozen ? ", frozen" : ""}`;
}

/** What stands on the video, so that nobody takes an old picture for a live one. */
export type StreamSign = { kind: "loading" | "playing" | "frozen"; text: string };

/** The sign of a stream at a time (ms); null when there is nothing to say. */
export function signOf({ state, lastFrameAt, isFrozen }: StreamSnapshot, now: number): StreamSign | null {
  if (state.kind === "idle" || state.kind === "error") return null;
  if (state.kind === "loading" || lastFrameAt === null) return { kind: "loading", text: "Loading live video" };
  if (!isFrozen) return { kind: "playing", text: "Playing" };
  return { kind: "frozen", text: `Frozen: last picture ${agoText(now - lastFrameAt)}` };
}
