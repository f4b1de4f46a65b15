import { listStations, type Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { numberedStation, stationName } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const palette = page.getByRole("dialog", { name: "Go to" });
const field = palette.getByRole("combobox");
const current = palette.getByRole("option", { selected: true });

/** Opens a page of a console with stations, and returns a function that changes them. */
async function openPage(path: string, stations: Station[]) {
  const server = startFakeConsole({ stations });
  openConsole(path);
  await expect.element(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  const serve = (now: Station[]) =>
    server.on(listStations, async () => ({
      status: 200 as const,
      body: now,
      headers: { etag: `"${Math.random()}"`, "x-as-of": new Date().toISOString(), "x-full": "1" },
    }));
  return { serve };
}

const openPalette = async () => {
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
};

/** Requests the stations again while the palette is open. */
function refresh(): void {
  const button = page.getByRole("button", { name: "Refresh", includeHidden: true }).element();
  if (button instanceof HTMLElement) button.click();
}

const offline = { last_online_status: false };

test("what is said about a station, and what can be done with it, is as it is now", async () => {
  const { serve } = await openPage("/", [numberedStation(1), numberedStation(2)]);
  await expect.element(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await openPalette();
  await userEvent.keyboard("0001");
  await expect.element(current).toMatchTextContent(/^Atlas 0001.*ONLINE/);
  serve([numberedStation(1, { ...offline, rev: 9 }), numberedStation(2)]);
  refresh();
  await expect.element(current).toMatchTextContent(/^Atlas 0001.*OFFLINE/);
  await userEvent.keyboard("{Tab}images");
  const take = palette.getByRole("option", { name: "Take New Images (lights on)" });
  await expect.element(take).toMatchTextContent("Atlas 0001 is offline");
  serve([numberedStation(1, { rev: 10 }), numberedStation(2)]);
  refresh();
  await expect.element(take).not.toMatchTextContent("Atlas 0001 is offline");
});

test("what is highlighted stays so when something above it can be done again", async () => {
  const { serve } = await openPage(`/?peek=${stationName(1)}&stations-type=`, [numberedStation(1, offline)]);
  await expect.element(page.getByRole("button", { name: "Refresh" })).toBeVisible();
  await openPalette();
  await userEvent.keyboard(">");
  const first = palette.getByRole("option").first();
  await expect.element(first).toMatchTextContent(/lights on.*is offline/);
  await expect.element(current).toMatchTextContent(/^New support log entry/);
  serve([numberedStation(1, { rev: 9 })]);
  refresh();
  await expect.element(first).not.toMatchTextContent(/is offline/);
  await expect.element(current).toMatchTextContent(/^New support log entry/);
  await userEvent.keyboard("images");
  await expect.element(current).toMatchTextContent(/^Take New Images \(lights on\)/);
});

test("the actions on the station beside the list are among what is listed first", async () => {
  await openPage(`/?peek=${stationName(2)}`, [onlineStation(), numberedStation(2)]);
  await expect.element(page.getByRole("complementary")).toHaveAccessibleName("Atlas 0002");
  await openPalette();
  await expect.element(palette.getByRole("group", { name: "Atlas 0002, this station" })).toBeVisible();
});
