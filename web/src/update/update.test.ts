import { expect, test } from "vitest";
import { addKnownBuilds, knownBuilds, QUIET_MS, updateStep, type PageState } from "./update.tsx";

const outdated: PageState = {
  pageBuild: "old",
  serverBuild: "new",
  knownBuilds: ["old"],
  isUnsafeToReload: false,
  isPlaying: false,
  isBusy: false,
  sinceInputMs: QUIET_MS,
};

test.each<[string, Partial<PageState>, ReturnType<typeof updateStep>]>([
  ["is reloaded when nobody has used it for a while", {}, "reload"],
  ["is not reloaded while someone uses it", { sinceInputMs: QUIET_MS - 1 }, "wait"],
  ["is not reloaded while a dialog is open or a write is running", { isBusy: true }, "wait"],
  ["is not reloaded automatically while it has unsaved input", { isUnsafeToReload: true }, "ask"],
  [
    "is not reloaded automatically while it has unsaved input in a dialog",
    { isUnsafeToReload: true, isBusy: true },
    "ask",
  ],
  ["is not reloaded automatically while it shows live video", { isPlaying: true }, "ask"],
  ["is reloaded automatically only once for a build", { knownBuilds: ["old", "new"] }, "ask"],
  ["is reloaded again for another build", { knownBuilds: ["older", "old"] }, "reload"],
])("an outdated page %s", (_, change, step) => {
  expect(updateStep({ ...outdated, ...change })).toBe(step);
});

test.each<[string, Partial<PageState>]>([
  ["of the server's build", { pageBuild: "new" }],
  ["of an unknown build, as on the development server", { pageBuild: null }],
  ["that does not know the server's build yet", { serverBuild: null }],
])("a page %s stays", (_, change) => {
  expect(updateStep({ ...outdated, ...change, isUnsafeToReload: true })).toBe("none");
});

test("a tab that reloaded itself from A to B does not reload again, although servers of both builds respond to it", () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const step = (pageBuild: string, serverBuild: string) =>
    updateStep({ ...outdated, pageBuild, serverBuild, knownBuilds: knownBuilds(storage) });

  expect(step("A", "B")).toBe("reload");
  addKnownBuilds(storage, ["A", "B"]);
  expect(step("B", "A")).toBe("ask");
  expect(step("A", "B")).toBe("ask");
  expect(step("B", "C")).toBe("reload");
  addKnownBuilds(storage, ["B", "C"]);
  expect(["A", "B"].map((other) => step("C", other))).toEqual(["ask", "ask"]);
});
