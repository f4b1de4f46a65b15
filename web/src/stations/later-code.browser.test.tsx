import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { openConsole } from "../../test/open-console.tsx";

const isLoaded = (file: string) => performance.getEntriesByType("resource").some(({ name }) => name.includes(file));

// In a file of its own, because no other test may have loaded the code before.
test("once the list has been shown for a while, the code of the map and the charts is loaded", async () => {
  performance.clearResourceTimings();
  startFakeConsole({ stations: [onlineStation()] });
  openConsole("/");
  await expect.element(page.getByRole("list", { name: "Stations" })).toBeVisible();
  expect(isLoaded("station-map")).toBe(false);
  await expect.poll(() => isLoaded("station-map"), { timeout: 10_000 }).toBe(true);
  await expect.poll(() => isLoaded("data-history-dialog"), { timeout: 10_000 }).toBe(true);
});
