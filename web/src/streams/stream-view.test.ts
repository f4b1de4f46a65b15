import { expect, test } from "vitest";
import { stateText, streamLabel } from "./stream-view.ts";

const playing = { state: { kind: "playing" }, id: "s1", lastFrameAt: 100_000, isFrozen: false } as const;

test("video is labeled as loading until its first frame, then as playing", () => {
  expect(streamLabel({ ...playing, state: { kind: "loading" }, lastFrameAt: null }, 100_000)?.kind).toBe("loading");
  expect(streamLabel({ ...playing, lastFrameAt: null }, 100_000)?.kind).toBe("loading");
  expect(streamLabel(playing, 100_000)?.text).toBe("Playing");
});

test("frozen video has the age of its last frame", () => {
  expect(streamLabel({ ...playing, isFrozen: true }, 112_000)?.text).toBe("Frozen: last frame 12 s ago");
});

test("a closed or failed view has no label", () => {
  expect(streamLabel({ ...playing, state: { kind: "idle" } }, 100_000)).toBeNull();
  expect(streamLabel({ ...playing, state: { kind: "error", message: "No ICE candidates" } }, 100_000)).toBeNull();
});

test("each state has a text", () => {
  expect(stateText(playing)).toBe("Playing");
  expect(stateText({ ...playing, isFrozen: true })).toBe("Playing, frozen");
  expect(stateText({ ...playing, state: { kind: "idle" } })).toBe("Idle");
  expect(stateText({ ...playing, state: { kind: "loading" } })).toBe("Loading");
  expect(stateText({ ...playing, state: { kind: "error", message: "x" } })).toBe("Error");
});
