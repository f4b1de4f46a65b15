import { takeImages } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { serveCameras } from "../../test/fake-cameras.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { numberedStation, stationName } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const palette = page.getByRole("dialog", { name: "Go to" });
const field = palette.getByRole("combobox");
const option = (name: string | RegExp) => palette.getByRole("option", { name });

async function openPalette(path: string, stations: Station[]) {
  const server = startFakeConsole({ stations });
  serveCameras(server, [{ id: "front", name: "camera_front", in_use: true }]);
  server.on(takeImages, async () => ({ status: 201 as const, body: [] }));
  openConsole(path);
  await expect.element(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
  return { server };
}

// @spec R8.7
test("images of a station with caution tags are taken where its tags are shown", async () => {
  const tagged = numberedStation(1, { tags: ["crane-nearby"], cautions: ["crane-nearby"] });
  const { server } = await openPalette(`/stations/${stationName(1)}`, [tagged]);
  await userEvent.keyboard("lights off");
  await expect.element(option("Take New Images (lights off)")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  const cameras = page.getByRole("dialog", { name: "Atlas 0001 - Cameras" });
  await expect.element(cameras).toMatchTextContent(/Tagged crane-nearby: Atlas 0001/);
  expect(server.requestsTo(takeImages)).toEqual([]);
  await cameras.getByRole("button", { name: "Take New Images (lights off)" }).click();
  await expect.poll(() => server.requestsTo(takeImages).map(({ body }) => body)).toEqual([{ lights_on: false }]);
});

// @spec R5.3
test("what cannot be done with the selected stations says why, as its dialog does", async () => {
  const offline = { last_online_status: false, last_online: null };
  await openPalette("/?stations-type=", [numberedStation(1, offline), numberedStation(2, offline), numberedStation(3)]);
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Select" }).click();
  for (const nth of [1, 2]) await page.getByRole("checkbox", { name: `Select Atlas 000${nth}` }).click();
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette.getByRole("group", { name: "2 selected stations" })).toBeVisible();
  await userEvent.keyboard(">");
  await expect
    .element(option("Take New Images"))
    .toMatchTextContent(/^Take New Images Offline \(Atlas 0001 and Atlas 0002\)/);
  await expect.element(option(/^Restore/)).toMatchTextContent("Not retired (Atlas 0001 and Atlas 0002)");
  await expect.element(option(/^End Maintenance/)).toMatchTextContent("No selected station is in maintenance");
  for (const name of [/^Take New Images/, /^Restore/, /^End Maintenance/, /^Extend Maintenance/])
    await expect.element(option(name)).toHaveAttribute("aria-disabled", "true");
  await expect.element(option(/^Retire/)).not.toHaveAttribute("aria-disabled");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("checkbox", { name: "Select Atlas 0003" }).click();
  await userEvent.keyboard("{Control>}k{/Control}take");
  await expect.element(option("Take New Images")).not.toHaveAttribute("aria-disabled");
});

// @spec R5.1
test("stations are listed above pages", async () => {
  await openPalette("/stats", [numberedStation(1, { location_deployment: "Audit office" })]);
  await userEvent.keyboard("audit");
  await expect.element(palette.getByRole("group", { name: "Pages" })).toBeVisible();
  const groups = palette.getByRole("group").elements();
  expect(groups.slice(0, 2).map((group) => group.getAttribute("aria-label"))).toEqual(["Stations", "Pages"]);
});
