import { listStationPage, listStations, type Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { sampleEntry } from "../../../../shared/test/sample-entry.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { admin, startFakeConsole } from "../../../test/fake-console.ts";
import { serveOwnership } from "../../../test/fake-ownership.ts";
import { servePages } from "../../../test/fake-pages.ts";
import { numberedStation, numberedStations, stationName, unresolved } from "../../../test/fake-stations.ts";
import { numberedErrors, serveSupportLog } from "../../../test/fake-support-log.ts";
import { elementsIn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

/*
 * What needs stations outside of their list, in a fleet whose lists come in pages: it shows what it shows with the whole list, which is never requested.
 */

const MANY = { ...admin, lists_in_pages: true as const };

/** Stations that differ in whatever tables and queues are sorted and filtered by. */
const different = Array.from({ length: 30 }, (_, at) =>
  numberedStation(at + 1, {
    organization_name: ["Harbor Air", "Skyline", "Northwind"][at % 3] ?? "",
    description: ["Pier", "North pad", ""][at % 3] ?? "",
    station_type: at % 4 === 0 ? "universal" : "atlas",
    swaps_performed: (at * 7) % 11,
    last_online_status: at % 5 !== 0,
    actual: at % 6 !== 1,
    support_metrics: unresolved(at % 4),
    config_latest: sampleConfig({ positions: { GantryYDrone: 1_000 + (at % 3) } }),
  }),
);

const log = [
  sampleEntry({ id: 1, station_name: stationName(2), content: "Motor replaced" }),
  sampleEntry({ id: 2, station_name: stationName(3), content: "Roof stuck" }),
];

/** Opens a page of the console of some stations, which are loaded as a whole or in pages. */
function open(path: string, { user = MANY, stations = different }: { user?: typeof admin; stations?: Station[] } = {}) {
  const server = startFakeConsole({ user, stations });
  serveSupportLog(server, { entries: log, errors: numberedErrors(2) });
  serveOwnership(server);
  servePages(server, () => stations);
  return { server, ...openConsole(path) };
}

/** The texts of a page: of its rows, regions and counts. */
function shown(): string[] {
  const main = page.getByRole("main");
  return ['[role="rowheader"]', '[role="cell"]', "section[aria-label] b", "output", "h2"].flatMap((of) =>
    elementsIn(main, of).map((one) => one.textContent),
  );
}

const isLoading = () => page.getByText(/^Loading/).elements().length > 0;

test.each([
  "/supportlog/triage?supportlog-queue=0003%7C0004",
  "/supportlog/triage?supportlog-all=1&supportlog-sort=errors&supportlog-queue=0002%7C0008",
  "/supportlog/entries",
  "/supportlog/entries?supportlog-q=Skyline",
  "/ssot",
  "/ssot?stations-sort=description&stations-q=Harbor",
  "/ssot/hw-variation",
  "/ssot/hw-variation?stations-f-online=1",
  "/ssot/replaceables?stations-sort=swaps&stations-type=universal",
  "/ssot/swaps",
  "/ssot/swaps?stations-sort=swaps&stations-f-actual=0",
])("%s shows of a large fleet what it shows of a whole list", async (path) => {
  const whole = open(path, { user: admin });
  let expected: string[] = [];
  // What a page shows at first may be a part of it, such as a queue before its errors.
  const isComplete = () => {
    const before = expected;
    expected = shown();
    return whole.client.isFetching() === 0 && !isLoading() && expected.length > 1 && before.join() === expected.join();
  };
  await expect.poll(isComplete).toBe(true);
  whole.close();
  const { server } = open(path);
  await expect.poll(shown).toEqual(expected);
  expect(server.requestsTo(listStations)).toEqual([]);
});

const palette = page.getByRole("dialog", { name: "Go to" });
const options = () => elementsIn(palette, '[role="option"]').map(({ textContent }) => textContent);

test.each(["0001", "Skyline", "Atlas", "nothing like it"])("the palette finds %s in a large fleet", async (query) => {
  const found = async (user: typeof admin) => {
    const { server, close } = open("/manage/users", { user });
    await expect.element(page.getByRole("button", { name: "Go to…" })).toBeVisible();
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette.getByRole("combobox")).toHaveFocus();
    await userEvent.keyboard(query);
    await expect.element(palette.getByText(/^\d+ results?$/)).toBeInTheDocument();
    const texts = options();
    close();
    return { texts, server };
  };
  const { texts } = await found(admin);
  const { texts: inPages, server } = await found(MANY);
  expect(inPages).toEqual(texts);
  expect(server.requestsTo(listStations)).toEqual([]);
});

test("a station of a large fleet is picked by what the server finds", async () => {
  const { server } = open("/manage/audit", { stations: numberedStations(300) });
  await page.getByRole("button", { name: "Station: Any" }).click();
  const group = page.getByRole("radiogroup", { name: "Station" });
  await expect.element(group.getByRole("radio", { name: /^Atlas 0029/ })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search station" }).fill("0287");
  await expect
    .poll(() => elementsIn(group, "label").map(({ textContent }) => textContent.trim()))
    .toEqual(["Atlas 0287 Harbor Air"]);
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("button", { name: "Station: Atlas 0287" })).toBeVisible();
  expect(server.requestsTo(listStations)).toEqual([]);
});

test("a table of a large fleet loads more as it is scrolled, and its file has all", async () => {
  const saved = watchDownloads();
  const { server } = open("/ssot/hw-variation", { stations: numberedStations(600) });
  const table = page.getByRole("table", { name: "Hardware Variation" });
  await expect.element(page.getByText(/^The first 250 of 600 stations are loaded/)).toBeVisible();
  const requested = server.requestsTo(listStationPage).length;
  const scroller = page.getByRole("group", { name: "Hardware Variation" });
  scroller.element().scrollTo(0, scroller.element().scrollHeight);
  await expect.element(page.getByText(/^The first 500 of 600 stations are loaded/)).toBeVisible();
  expect(server.requestsTo(listStationPage).length).toBe(requested + 1);
  scroller.element().scrollTo(0, scroller.element().scrollHeight);
  await expect.element(table).toHaveAttribute("aria-rowcount", "601");
  await page.getByRole("button", { name: "Download CSV" }).click();
  await expect.poll(() => saved[0]?.text.trimEnd().split("\n").length).toBe(601);
  expect(server.requestsTo(listStations)).toEqual([]);
});
