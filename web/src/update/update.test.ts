import { expect, test } from "vitest";
import { QUIET_MS, updateStep, type PageState } from "./update.tsx";

const outdated: PageState = {
  pageBuild: "old",
  serverBuild: "new",
  reloadedFor: null,
  hasUnsavedInput: false,
  isPlaying: false,
  isBusy: false,
  sinceInputMs: QUIET_MS,
};

test.each<[string, Partial<PageState>, ReturnType<typeof updateStep>]>([
  ["is reloaded when nobody has used it for a while", {}, "reload"],
  ["is not reloaded while someone uses it", { sinceInputMs: QUIET_MS - 1 }, "wait"],
  ["is not reloaded while a dialog is open or a write is running", { isBusy: true }, "wait"],
  ["is not reloaded by itself while it has unsaved input", { hasUnsavedInput: true }, "ask"],
  ["is not reloaded by itself while it has unsaved input in a dialog", { hasUnsavedInput: true, isBusy: true }, "ask"],
  ["is not reloaded by itself while it shows live video", { isPlaying: true }, "ask"],
  ["is reloaded by itself only once for a build", { reloadedFor: "new" }, "ask"],
  ["is reloaded again for another build", { reloadedFor: "older" }, "reload"],
])("an outdated page %s", (_, change, step) => {
  expect(updateStep({ ...outdated, ...change })).toBe(step);
});

test.each<[string, Partial<PageState>]>([
  ["of the server's build", { pageBuild: "new" }],
  ["of an unknown build, as on the development server", { pageBuild: null }],
  ["that does not know the server's build yet", { serverBuild: null }],
])("a page %s stays", (_, change) => {
  expect(updateStep({ ...outdated, ...change, hasUnsavedInput: true })).toBe("none");
});
