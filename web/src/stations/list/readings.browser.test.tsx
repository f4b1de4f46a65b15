import {
  listStations,
  namesHash,
  type SortChoice,
  type Station,
  type VolatileUpdate,
} from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { openConsole } from "../../../test/open-console.tsx";

const MINUTE_MS = 60_000;
const NAMES = ["gc-000000000001", "gc-000000000002", "gc-000000000003"];

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const row = (number: number) => page.getByRole("listitem", { name: `Atlas 000${number}` });
const shown = () => page.getByRole("list", { name: "Stations" }).getByRole("listitem");
const order = () =>
  shown()
    .elements()
    .map((element) => Number(element.getAttribute("aria-label")?.slice(-1)));
const active = () => page.getByRole("definition").nth(3);

/** Three stations, the first of which swapped last and has been silent for ten minutes. */
function stations(): Station[] {
  return NAMES.map((name, index) => {
    const time = ago(index === 0 ? 10 * MINUTE_MS : 2_000);
    return onlineStation({
      name,
      serial_number: `Atlas 000${index + 1}`,
      last_swapped: ago((index + 1) * MINUTE_MS),
      last_active: time,
      last_online: time,
      last_telemetry: time,
      last_telemetry_data: { status: { internal_temperature: 70 + index, station_uptime: 60 } },
    });
  });
}

/** The report of all three stations in a refresh. */
function update(temperatures: number[]): VolatileUpdate {
  const times = NAMES.map(() => 1_000);
  return {
    volatile: {
      at: ago(0),
      names_hash: namesHash(NAMES),
      skipped: NAMES.map(() => 0),
      last_active: times,
      last_online: times,
      last_telemetry: times,
      station_uptime: NAMES.map((_, index) => 7_200 + index),
      internal_temperature: temperatures,
    },
  };
}

/** Opens the list in an order, and refreshes it, which brings nothing but times and readings. */
async function refreshList(sort: SortChoice["sort"], temperatures: number[]) {
  const server = startFakeConsole({ stations: [] });
  const serve = (body: (Station | VolatileUpdate)[]) =>
    server.on(listStations, async () => ({
      status: 200 as const,
      body,
      headers: { etag: `"${body.length}"`, "x-as-of": ago(0) },
    }));
  serve(stations());
  openConsole(`/?stations-sort=${sort}`);
  await expect.element(row(1)).toBeVisible();
  await expect.element(active()).toHaveTextContent("2");
  const before = order();
  serve([update(temperatures)]);
  await page.getByRole("button", { name: "Refresh" }).click();
  return { before };
}

test("a refresh with nothing but times and readings shows them in the rows and the numbers of the page", async () => {
  const { before } = await refreshList("default", [88, 71, 72]);
  expect(before).toEqual([2, 3, 1]);
  await expect.element(active()).toHaveTextContent("3");
  await expect.element(row(1)).toMatchTextContent(/88/);
  // All are active now, so the one that swapped last is first.
  await expect.poll(order).toEqual([1, 2, 3]);
  await row(3)
    .getByRole("button", { name: /^Details of/ })
    .click();
  await expect.element(row(3)).toMatchTextContent(/Uptime2h 0m/);
});

test("a list sorted by temperature is sorted by what a refresh brings", async () => {
  const { before } = await refreshList("temperature", [99, 71, 80]);
  expect(before).toEqual([3, 2, 1]);
  await expect.poll(order).toEqual([1, 3, 2]);
});
