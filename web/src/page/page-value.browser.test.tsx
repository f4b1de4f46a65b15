import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { openConsole } from "../../test/open-console.tsx";
import { sinceInputMs } from "../data/api/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { fakeClock } from "../../test/clock.ts";
import { toast } from "../ui/index.ts";
import { learnServerBuild, serverBuild } from "../lib/index.ts";
import { pageValue, resetPage } from "./page-value.ts";

const HOUR_MS = 3_600_000;

test("a value of the page tells its listeners about changes, and is as at first on a new page", () => {
  const value = pageValue(() => 1);
  const seen: number[] = [];
  const unsubscribe = value.subscribe(() => seen.push(value.get()));
  for (const next of [2, 2, 3]) value.set(next);
  resetPage();
  unsubscribe();
  value.set(4);
  expect(seen).toEqual([2, 3, 1]);
});

test.each(["first", "second"])("the %s of two tests that leave things behind finds a new page", async () => {
  expect([serverBuild(), localStorage.length, sessionStorage.length]).toEqual([null, 0, 0]);
  expect(Math.abs(serverNow() - Date.now())).toBeLessThan(1_000);
  expect(sinceInputMs()).toBeLessThan(HOUR_MS);
  const clock = fakeClock();
  const server = startFakeConsole();
  server.setSilence(HOUR_MS);
  openConsole("/?stations-type=");
  await expect.element(page.getByRole("button", { name: "Details of Atlas 0001" })).toBeVisible();
  await expect.element(page.getByText("Left behind.")).not.toBeInTheDocument();
  toast("danger", "Left behind.");
  await expect.element(page.getByText("Left behind.")).toBeVisible();
  learnServerBuild("newer");
  localStorage.setItem("left", "behind");
  sessionStorage.setItem("left", "behind");
  clock.sleep(HOUR_MS);
  expect(sinceInputMs()).toBeGreaterThan(HOUR_MS);
});
