import { listStationPage, listStations, type Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleReadiness } from "../../../../shared/test/sample-readiness.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { serveBulkActs } from "../../../test/fake-bulk-acts.ts";
import { admin, startFakeConsole } from "../../../test/fake-console.ts";
import { serveLive } from "../../../test/fake-live.ts";
import { servePages } from "../../../test/fake-pages.ts";
import { numberedStation, numberedStations } from "../../../test/fake-stations.ts";
import { elementsIn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const MANY = { ...admin, lists_in_pages: true as const };

const list = page.getByRole("list", { name: "Stations" });
const row = (serial: string) => list.getByRole("listitem", { name: serial });
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Opens the list of some stations in pages. */
function openPages(path: string, stations: Station[]) {
  const server = startFakeConsole({ user: MANY, stations });
  const all = [...stations];
  servePages(server, () => all);
  const live = serveLive(server);
  const console = openConsole(path);
  return {
    ...console,
    server,
    live,
    /** Changes a station, and tells the browser. */
    change: (number: number, differences: Partial<Station>): void => {
      const index = all.findIndex(({ name }) => name === numberedStation(number).name);
      const before = all[index];
      if (!before) throw new Error("There is no such station.");
      all[index] = { ...before, ...differences, rev: before.rev + 1 };
      live.last().send("changed", { notices: [{ topic: "rows", station: before.name }] });
    },
  };
}

/** Stations that differ in whatever lists are sorted, grouped and filtered by. */
const different = Array.from({ length: 24 }, (_, at) =>
  numberedStation(at + 1, {
    organization_name: ["Harbor Air", "Skyline", "Northwind"][at % 3] ?? "",
    description: ["Pier", "North pad", ""][at % 3] ?? "",
    station_type: at % 4 === 0 ? "universal" : "atlas",
    version_api: `4.${at % 5}.0`,
    swaps_performed: (at * 7) % 11,
    last_online_status: at % 5 !== 0,
    actual: at % 6 !== 1,
    readiness: at % 7 === 0 ? sampleReadiness({ state: "not_ready" }) : sampleReadiness(),
  }),
);

/** What the page shows: its numbers, the strip, and the lines of the list. */
function shown(): string[] {
  const main = page.getByRole("main");
  const numbers = elementsIn(main, "dl dd").map(({ textContent }) => textContent);
  const strip = elementsIn(page.getByRole("group", { name: "Readiness" }), "button").map((one) => one.textContent);
  const lines = elementsIn(list, "li").map((line) => line.getAttribute("aria-label") ?? "");
  return [...numbers, ...strip, ...lines];
}

test.each([
  "",
  "stations-type=&stations-f-actual=0",
  "stations-sort=serial_number&stations-sort-invert=1",
  "stations-sort=swaps&stations-type=",
  "stations-group=organization",
  "stations-group=api_version&stations-sort=description&stations-type=&stations-f-actual=0",
  "stations-q=Harbor",
  "stations-ready=not_ready",
  "stations-f-online=1",
  "stations-q=nothing+like+it",
])("a list in pages shows what the whole list shows: %s", async (query) => {
  await page.viewport(1440, 2_400);
  startFakeConsole({ stations: different });
  const whole = openConsole(`/?${query}`);
  const isReady = () => !shown().includes("–") && page.getByText(/Loading/).elements().length === 0;
  await expect.poll(() => isReady() && shown().length > 8).toBe(true);
  const expected = shown();
  whole.close();
  const { server } = openPages(`/?${query}`, different);
  await expect.poll(shown).toEqual(expected);
  expect(server.requestsTo(listStations)).toEqual([]);
  await page.viewport(1440, 900);
});

test("only the rows around the window are loaded, down to the end of the list, and Back shows it there", async () => {
  const { server, router } = openPages("/?stations-sort=serial_number", numberedStations(3_000));
  await expect.element(row("Atlas 0001")).toBeVisible();
  await expect.element(row("Atlas 0001")).toHaveAttribute("aria-setsize", "3000");
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(row("Atlas 3000")).toBeVisible();
  await expect.element(row("Atlas 3000")).toHaveAttribute("aria-posinset", "3000");
  expect(server.requestsTo(listStationPage).length).toBeLessThan(6);
  await page
    .elementLocator(elementsIn(row("Atlas 2999"), 'a[href="/stations/gc-000000002999"]')[0] ?? document.body)
    .click();
  await expect.poll(() => router.state.location.pathname).toBe("/stations/gc-000000002999");
  router.history.back();
  await expect.element(row("Atlas 2999")).toBeVisible();
});

test("a changed row is shown, in its place while the pointer is in the list", async () => {
  const { change } = openPages("/?stations-sort=description&stations-type=", [
    numberedStation(1, { description: "a" }),
    numberedStation(2, { description: "b" }),
  ]);
  const titles = () => elementsIn(list, "li").map((line) => line.getAttribute("aria-label"));
  await expect.element(row("Atlas 0001")).toBeVisible();
  await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
  await row("Atlas 0002").hover();
  change(1, { description: "c" });
  await expect.element(row("Atlas 0001")).toMatchTextContent(/c/);
  await expect.element(page.getByRole("button", { name: /would move/ })).toBeVisible();
  expect(titles()).toEqual(["Atlas 0001", "Atlas 0002"]);
  await page.getByRole("heading", { name: "Stations" }).hover();
  await expect.poll(titles).toEqual(["Atlas 0002", "Atlas 0001"]);
});

test("a paused list stays as it is, and says that changes are not counted", async () => {
  const { change } = openPages("/", numberedStations(2));
  await expect.element(row("Atlas 0001")).toBeVisible();
  await expect.element(page.getByText("Live", { exact: true })).toBeVisible();
  await userEvent.keyboard("p");
  await expect
    .element(page.getByText(/^Paused at .* Rows that were not loaded before are shown after Resume\.$/))
    .toBeVisible();
  change(1, { description: "changed" });
  await userEvent.keyboard("p");
  await expect.element(row("Atlas 0001")).toMatchTextContent(/changed/);
});

test("all listed stations are selected, also those whose pages were never shown, and Download CSV has them", async () => {
  const saved = watchDownloads();
  const { server } = openPages("/?stations-sort=serial_number", numberedStations(2_300));
  serveBulkActs(server);
  await button("Select").click();
  const bar = page.getByRole("region", { name: "Selected stations" });
  await bar.getByRole("button", { name: "Select all 2,300 of this filter" }).click();
  await expect.element(bar).toMatchTextContent(/2,300 selected/);
  await expect.element(bar).toMatchTextContent(/Shift selects only among rows that are loaded/);
  await button("Download CSV").click();
  await expect.poll(() => saved[0]?.text.trimEnd().split("\n").length).toBe(2_301);
});

test("a group is selected as a whole, and its heading counts all of it", async () => {
  const stations = Array.from({ length: 900 }, (_, at) =>
    numberedStation(at + 1, { organization_name: at % 3 === 0 ? "Harbor Air" : "Skyline" }),
  );
  const { server } = openPages("/?stations-group=organization", stations);
  serveBulkActs(server);
  const heading = list.getByRole("listitem", { name: "Organization Harbor Air" });
  await expect.element(heading).toMatchTextContent(/300 stations · 300 online · 300 with errors/);
  await button("Select").click();
  await page.getByRole("checkbox", { name: "Select all 300 of Harbor Air" }).click();
  const bar = page.getByRole("region", { name: "Selected stations" });
  await expect.element(bar).toMatchTextContent(/300 selected/);
  await expect.element(page.getByRole("checkbox", { name: "Select all 300 of Harbor Air" })).toBeChecked();
  await button("Collapse all").click();
  await expect.poll(() => elementsIn(list, "li").length).toBe(2);
});

test("the map has the clusters of all stations, and the rows of those in view below it", async () => {
  const stations = numberedStations(120);
  openPages("/?stations-view=map", stations);
  const map = page.getByRole("region", { name: "Map of stations" });
  await expect.element(map.getByRole("button", { name: /^120 stations/ })).toBeVisible();
  const below = page.getByRole("region", { name: "Stations in view" });
  await expect.element(below.getByRole("heading", { name: "120 stations in view" })).toBeVisible();
  await expect.element(below.getByRole("listitem", { name: "Atlas 0001" })).toBeVisible();
  // They are at one place, so the cluster opens at no zoom: it names them instead.
  map
    .getByRole("button", { name: /^120 stations/ })
    .element()
    .dispatchEvent(new MouseEvent("click", { bubbles: true }));
  await expect.element(map.getByRole("link", { name: "gc-000000000120" })).toBeInTheDocument();
});
