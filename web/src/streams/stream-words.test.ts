import { expect, test } from "vitest";
import { signOf, stateText } from "./stream-words.ts";

const playing = { state: { kind: "playing" }, id: "s1", lastFrameAt: 100_000, isFrozen: false } as const;

test("video is told to load until its first picture, then to play", () => {
  expect(signOf({ ...playing, state: { kind: "loading" }, lastFrameAt: null }, 100_000)?.kind).toBe("loading");
  expect(signOf({ ...playing, lastFrameAt: null }, 100_000)?.kind).toBe("loading");
  expect(signOf(playing, 100_000)?.text).toBe("Playing");
});

test("video that stands still tells how old its picture is", () => {
  expect(signOf({ ...playing, isFrozen: true }, 112_000)?.text).toBe("Frozen: last picture 12 s ago");
});

test("a view that is closed or failed has no sign", () => {
  expect(signOf({ ...playing, state: { kind: "idle" } }, 100_000)).toBeNull();
  expect(signOf({ ...playing, state: { kind: "error", message: "No ICE candidates" } }, 100_000)).toBeNull();
});

test("states have their number and their word", () => {
  expect(stateText(playing)).toBe("Playing");
  expect(stateText({ ...playing, isFrozen: true })).toBe("Playing, frozen");
  expect(stateText({ ...playing, state: { kind: "idle" } })).toBe("Idle");
  expect(stateText({ ...playing, state: { kind: "loading" } })).toBe("Loading");
  expect(stateText({ ...playing, state: { kind: "error", message: "x" } })).toBe("Error");
});
