import { listStationPage, listStations, type Station } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { NO_STATION_PAGE } from "../../../test/fake-pages.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { numberedStation, numberedStations } from "../../../test/fake-stations.ts";
import { openConsole } from "../../../test/open-console.tsx";

const list = page.getByRole("list", { name: "Stations" });
const rows = list.getByRole("listitem", { name: /^Atlas/ });
const details = page.getByRole("button", { name: "Details of Atlas 0002" });
const rest = page.getByText("Loading the rest of the list…");

const titles = () => rows.elements().map((row) => row.getAttribute("aria-label"));

/** Opens a list whose first stations are there; the whole list arrives when the test says so. */
function openList({ path = "/", first = [numberedStation(2), numberedStation(1)] } = {}) {
  const server = startFakeConsole();
  const queries: object[] = [];
  server.on(listStationPage, async ({ query }) => {
    queries.push(query);
    return { status: 200 as const, body: { ...NO_STATION_PAGE, stations: first, total: 5 } };
  });
  const whole = Promise.withResolvers<Station[]>();
  server.on(listStations, async () => ({ status: 200 as const, body: await whole.promise }));
  return { server, queries, whole, ...openConsole(path) };
}

test("the rows that a list begins with are shown while the whole list is loaded, and can be used", async () => {
  const { whole } = openList();
  await expect.element(rest).toBeVisible();
  expect(titles()).toEqual(["Atlas 0002", "Atlas 0001"]);
  // How many there are in all is not known yet.
  await expect.element(rows.first()).toHaveAttribute("aria-setsize", "-1");
  await details.click();
  await expect.element(page.getByText("API Version", { exact: true })).toBeVisible();
  const row = rows.first().element();

  whole.resolve([1, 2, 3, 4, 5].map((number) => numberedStation(number, { swaps_performed: number === 2 ? 9 : 1 })));
  await expect.poll(() => titles().length).toBe(5);
  await expect.element(rest).not.toBeInTheDocument();
  await expect.element(rows.first()).toHaveAttribute("aria-setsize", "5");
  // It is the same element, with the focus and the details that were open.
  const [same] = titles().flatMap((title, at) => (title === "Atlas 0002" ? rows.elements()[at] : []));
  expect(same).toBe(row);
  await expect.element(details).toHaveFocus();
  await expect.element(details).toHaveAttribute("aria-expanded", "true");
});

const PARTS = { limit: 60, include_support_metrics: true, include_telemetry: true };

test.each([
  ["stations-type=global&stations-f-actual=0&stations-f-online=1", { station_type: "global", filters: ["online"] }],
  ["stations-t=week&stations-f-time=1", { time: "week", filters: ["time", "actual"] }],
  ["stations-sort=uptime&stations-q=harbor", { sort: "uptime", q: "harbor" }],
  ["stations-sort-invert=1&stations-f-config=1", { direction: "ascending", filters: ["actual", "hasConfig"] }],
])("the first stations are those of the view in the address (%s)", async (query, expected) => {
  const { queries } = openList({ path: `/?${query}` });
  await expect.element(rest).toBeVisible();
  const usual = { time: "all", sort: "default", group: "none", station_type: "atlas", filters: ["actual"] };
  expect(queries).toEqual([{ ...usual, ...PARTS, ...expected }]);
});

test.each([
  ["groups", "?stations-group=organization"],
  ["the map", "?stations-view=map"],
])("%s are shown once the whole list is there", async (_, query) => {
  const { server } = openList({ path: `/${query}` });
  await expect.element(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  expect(server.requestsTo(listStationPage)).toEqual([]);
});

test("when the whole list cannot be loaded, the first stations are not shown as if it were", async () => {
  const { server, whole } = openList();
  await expect.element(rest).toBeVisible();
  await expect.poll(() => server.requestsTo(listStations).length).toBe(1);
  whole.reject(new Rejection(503, "The database is not responding."));
  await expect.element(page.getByText("Loading the station list failed")).toBeVisible();
  await expect.element(list).not.toBeInTheDocument();
});

test("without the first stations the list is shown once it is loaded", async () => {
  const { whole } = openList({ first: [] });
  await expect.element(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  whole.resolve(numberedStations(2));
  await expect.poll(() => titles().length).toBe(2);
});
