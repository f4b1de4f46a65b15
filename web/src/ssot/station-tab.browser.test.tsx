import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { serveSsot } from "../../test/fake-ssot.ts";
import { numberedStations, stationName } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const first = stationName(1);

// @spec 99.1, 108.1
test("the SSoT tab of a station shows its config, hardware variation and replaceables to admins", async () => {
  const stations = numberedStations(1);
  const ssot = serveSsot(startFakeConsole({ stations }), stations, {
    [first]: { ssot: { address: "Dock 4" }, replaceables: { gantry_y_belt: false } },
  });
  openConsole(`/stations/${first}/ssot`);
  await expect.element(page.getByRole("heading", { name: "Station Config" })).toBeVisible();
  const replaceables = page.getByRole("form", { name: "Replaceables", exact: true });
  await replaceables.getByRole("checkbox").nth(1).click();
  await replaceables.getByRole("button", { name: "Save Atlas 0001" }).click();
  await expect.element(replaceables.getByText("Saved", { exact: true })).toBeVisible();
  expect(Object.values(ssot.latestRevision("replaceables", first) ?? {})).toContain(true);

  const variation = page.getByRole("form", { name: "Hardware Variation", exact: true });
  const address = variation.getByRole("textbox", { name: "Address of Atlas 0001" });
  await address.fill("Dock 9\nNorth");
  await expect.element(address).toHaveValue("Dock 9 North");
  await page.getByRole("button", { name: "Undo the change to Address (Atlas 0001)" }).click();
  await expect.element(address).toHaveValue("Dock 4");
  await expect.element(variation.getByText("Unsaved changes")).not.toBeInTheDocument();
});
