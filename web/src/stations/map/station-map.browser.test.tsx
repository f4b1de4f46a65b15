import { defaultBrand } from "@groundcrew/shared/brand";
import { getConsoleSettings } from "@groundcrew/shared/console";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { summarize } from "@groundcrew/shared/telemetry";
import type { Station } from "@groundcrew/shared/stations";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleMaintenance } from "../../../../shared/test/sample-maintenance.ts";
import { sampleReadiness, sampleReason } from "../../../../shared/test/sample-readiness.ts";
import { sampleSnapshot } from "../../../../shared/test/sample-snapshot.ts";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog, elementsIn } from "../../../test/find.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";

const MAP_PATH = "/?stations-type=&stations-view=map";
const NO_LOCATION = "Not available";

const map = () => page.getByRole("region", { name: "Map of stations" });
/** Markers and clusters on the map. */
const onMap = () => map().getByRole("button", { name: /stations|: / });

/** Stations at these locations, in the order of their names. */
function stationsAt(...locations: string[]): Station[] {
  return locations.map((location, index) => {
    const snapshot = sampleSnapshot();
    const status = { ...snapshot.status, gps_location: location, location };
    return onlineStation({
      name: `gc-00000000000${index + 1}`,
      serial_number: `Atlas 000${index + 1}`,
      location: null,
      last_swapped: null,
      last_telemetry_data: summarize({ ...snapshot, status }),
    });
  });
}

function openMap(stations: Station[], query = "") {
  startFakeConsole({ stations });
  const { router, close } = openConsole(`${MAP_PATH}${query}`);
  return { router, close, search: () => router.state.location.searchStr };
}

/** How many stations the markers and clusters on the map stand for. */
function countOnMap(): number {
  const labels = onMap()
    .elements()
    .map((one) => one.getAttribute("aria-label") ?? "");
  return labels.reduce((sum, label) => sum + Number(/^(\d+) stations/.exec(label)?.[1] ?? 1), 0);
}

/** Waits until the map has stopped moving: while it zooms, markers are removed and added again. */
async function waitUntilStill(): Promise<void> {
  await expect.poll(() => elementsIn(map(), ".leaflet-zoom-anim, .leaflet-pan-anim")).toEqual([]);
}

/** Presses Enter on the only marker or cluster. */
async function enter(locator = onMap()): Promise<void> {
  await expect.element(locator).toBeVisible();
  const element = locator.element();
  if (!(element instanceof HTMLElement)) throw new Error("A marker is an HTML element.");
  element.focus();
  await userEvent.keyboard("{Enter}");
}

function frame(): DOMRect | undefined {
  return elementsIn(map(), ".leaflet-container")[0]?.getBoundingClientRect();
}

/** How far the only marker is right of the map's center, and below its upper edge. */
function middle(): [number, number] | null {
  const [outer, box] = [frame(), onMap().elements()[0]?.getBoundingClientRect()];
  return outer && box ? [box.x + box.width / 2 - outer.x - outer.width / 2, box.y + box.height / 2 - outer.y] : null;
}

// @spec 54.1, 320.1
test("the map is centered at latitude 20, longitude 0, zoom 2, 500 px high, with a reset-view control", async () => {
  // All stations are at one point 45 degrees east of the center, which is 128 px at zoom 2.
  const stations = stationsAt("20, 45", "20, 45");
  const first = openMap(stations);
  const sameSpot = [128, 250].map((px) => expect.closeTo(px, -1));
  await expect.poll(middle).toEqual(sameSpot);
  expect(frame()?.height).toBe(500);

  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => middle()?.[0]).toBeGreaterThan(200);
  await expect.poll(first.search).toMatch(/stations-map=/);
  const { href } = first.router.state.location;
  first.close();
  const { router } = openConsole(href);
  await expect.poll(() => middle()?.[0]).toBeGreaterThan(200);
  await page.getByRole("button", { name: "Reset view" }).click();
  await expect.poll(middle).toEqual(sameSpot);
  await expect.poll(() => router.state.location.searchStr).not.toMatch(/stations-map=/);
});

// @spec 54.1
test("the map shows the filtered stations in clusters, and says how many have no usable coordinates", async () => {
  openMap(stationsAt("20, 0", "20, 1", "-30, 140", NO_LOCATION, NO_LOCATION));
  await expect.poll(countOnMap).toBe(3);
  await expect.element(map()).toMatchTextContent(/2 stations have no usable coordinates and are not on the map\./);
  await page.getByRole("searchbox").fill("Atlas 0001");
  await expect.poll(() => onMap().length).toBe(1);
  await expect.element(onMap()).toHaveAccessibleName("Online: Atlas 0001, unresolved errors");
});

// @spec 46.10
test("a List/Map toggle is shown on large screens only, and the choice is in the address", async () => {
  startFakeConsole({ stations: stationsAt("20, 0") });
  const first = openConsole("/");
  const toggle = (name: string) => page.getByRole("button", { name, exact: true });
  await toggle("Map").click();
  await expect.poll(() => first.router.state.location.searchStr).toMatch(/stations-view=map/);
  await expect.element(map()).toBeVisible();
  const { href } = first.router.state.location;
  first.close();
  const { router } = openConsole(href);
  await expect.element(toggle("Map")).toHaveAttribute("aria-pressed", "true");
  await expect.element(map()).toBeVisible();
  await resizeWindow(640);
  await expect.element(map()).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Details of/ })).toBeVisible();
  await expect.element(toggle("Map")).not.toBeInTheDocument();
  await resizeWindow(1440);
  await toggle("List").click();
  await expect.poll(() => router.state.location.searchStr).not.toMatch(/stations-view/);
});

// @spec 54.2
test("a popup shows the station, its status and its description, and links to its dashboard and its page", async () => {
  const description = '<img src="x" onerror="alert(1)"> Roof';
  const supportlog = { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 };
  const [station] = stationsAt("20, 0");
  const { router } = openMap([
    {
      ...onlineStation(station),
      description,
      hexone_dashboard: "https://atlas.example/dashboard",
      support_metrics: { errors_unresolved: 3, error_latest: null, supportlog },
    },
  ]);
  await enter();
  const link = map().getByRole("link", { name: "gc-000000000001" });
  await expect.element(link).toHaveAttribute("href", "https://atlas.example/dashboard");
  await expect.element(link).toHaveFocus();
  await expect.element(map().getByText("Atlas 0001", { exact: true })).toBeVisible();
  await expect.element(map().getByText("Online · Active now · 3 unresolved errors", { exact: true })).toBeVisible();
  await expect.element(map().getByText(description)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(onMap()).toHaveFocus();
  await enter();
  await map().getByRole("link", { name: "Station page" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/stations/gc-000000000001");
});

test("Escape in a popup closes it, and keeps the selection", async () => {
  openMap(stationsAt("20, 0"));
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByRole("region", { name: "Selected stations" });
  await bar.getByRole("button", { name: /^Select all/ }).click();
  await enter();
  const link = map().getByRole("link", { name: /^gc-/ });
  await expect.element(link).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(link).not.toBeInTheDocument();
  await expect.element(bar).toMatchTextContent(/1 selected/);
});

test("maintenance is started from a popup", async () => {
  openMap(stationsAt("20, 0"));
  await enter();
  await map().getByRole("button", { name: "Maintenance of Atlas 0001" }).click();
  await expect.element(dialog()).toMatchTextContent(/Start Maintenance.*Atlas 0001/);
});

test("a popup says until when a station is in maintenance, who started it, and why", async () => {
  const [station] = stationsAt("20, 0");
  const until = new Date(Date.now() + HOUR_MS).toISOString();
  const maintenance = sampleMaintenance({ until, why: "New belt" });
  openMap([{ ...onlineStation(station), maintenance }]);
  await expect.element(onMap()).toHaveAccessibleName(/^In maintenance: Atlas 0001/);
  await enter();
  await expect.element(map().getByText(/^Maintenance until/)).toBeVisible();
  await expect.element(map().getByText("Ana Ruiz: New belt")).toBeVisible();
});

test("a station that is not ready is marked, and its popup says why", async () => {
  const [station] = stationsAt("20, 0");
  const reasons = [sampleReason("gripper", "block", { args: { parts: ["left gripper"] } })];
  openMap([{ ...onlineStation(station), readiness: sampleReadiness({ state: "not_ready", reasons }) }]);
  await expect.element(onMap()).toHaveAccessibleName("Online: Atlas 0001, not ready, unresolved errors");
  expect(elementsIn(onMap(), "svg").length).toBe(2);
  await enter();
  await expect.element(map()).toMatchTextContent(/Not readyLeft gripper closed/);
});

test("a cluster says how many of its stations are not ready", async () => {
  const [first, ...others] = stationsAt("20, 0", "20, 0", "20, 0");
  const reasons = [sampleReason("gantry", "block")];
  openMap([{ ...onlineStation(first), readiness: sampleReadiness({ state: "not_ready", reasons }) }, ...others]);
  await expect.element(onMap()).toHaveAccessibleName("3 stations, 1 not ready, 3 with errors");
  expect(elementsIn(onMap(), "[data-count]").map((chip) => chip.getAttribute("data-count"))).toEqual(["1"]);
});

test.each([
  ["", "5 stations in view", 5],
  ["&stations-map=20,0,5", "3 stations in view", 3],
])("below the map at '%s' stand the %s", async (query, heading, count) => {
  openMap(stationsAt("20, 0", "20, 0", "20, 0", "-30, 140", "-30, 140", NO_LOCATION), query);
  const inView = page.getByRole("region", { name: "Stations in view" });
  await expect.element(inView.getByRole("heading", { level: 2 })).toHaveTextContent(heading);
  await expect.poll(() => inView.getByRole("button", { name: /^Details of/ }).length).toBe(count);
});

test("below the map, a sentence says that no station is in view", async () => {
  openMap(stationsAt("20, 0"), "&stations-map=60,-120,6");
  const inView = page.getByRole("region", { name: "Stations in view" });
  await expect.element(inView).toHaveTextContent("No stations in view");
  expect(onMap().elements()).toEqual([]);
});

test("the map names cities once it is zoomed in, without a tile server", async () => {
  const settlements = () => elementsIn(map(), ".leaflet-settlements-pane").map(({ textContent }) => textContent);
  const zoomedIn = openMap(stationsAt("20, 0"), "&stations-map=51.5,0,3");
  await expect.poll(settlements).toEqual([""]);
  zoomedIn.close();
  openMap(stationsAt("20, 0"), "&stations-map=51.5,0,7");
  await expect.poll(settlements).toEqual([expect.stringContaining("London")]);
  expect(settlements()).not.toEqual([expect.stringContaining("Paris")]);
});

// @spec 54.1, 285.2
test("public map tiles are drawn over the bundled map, with their attribution", async () => {
  const server = startFakeConsole({ stations: stationsAt("20, 0") });
  const canvas = new OffscreenCanvas(1, 1);
  canvas.getContext("2d")?.fillRect(0, 0, 1, 1);
  const url = URL.createObjectURL(await canvas.convertToBlob());
  onTestFinished(() => URL.revokeObjectURL(url));
  const map_tiles = { url, attribution: "© Some Mappers" };
  server.on(getConsoleSettings, async () => ({
    status: 200 as const,
    body: { brand: defaultBrand, google_client_id: null, map_tiles, version: "1.2.3", build: null },
  }));
  openConsole(MAP_PATH);
  await expect.poll(() => elementsIn(map(), ".leaflet-tile-loaded").length).toBeGreaterThan(0);
  await expect.element(map()).toMatchTextContent("© Some Mappers");
  expect(elementsIn(map(), "canvas")).not.toEqual([]);
});

// @spec 175.2, 320.1
test("a cluster comes apart when pressed, and at max zoom its stations are spread out", async () => {
  const [swapped, ...others] = stationsAt("20, 0", "20, 0", "20, 0", "20.5, 0", "20.5, 0");
  openMap([{ ...onlineStation(swapped), last_swapped: new Date().toISOString() }, ...others]);
  await expect.element(onMap()).toHaveAccessibleName(expect.stringMatching(/^5 stations, with a recent swap/));
  await waitUntilStill();
  await onMap().click();
  const three = map().getByRole("button", { name: /^3 stations, with a recent swap/ });
  await expect.element(map().getByRole("button", { name: /^2 stations/ })).toBeVisible();
  await waitUntilStill();
  await enter(three);
  const spread = map().getByRole("button", { name: /: / });
  await expect.poll(() => spread.length).toBe(3);
  await waitUntilStill();
  await enter(spread.first());
  await expect.element(map().getByRole("link", { name: /^gc-/ })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => spread.length).toBe(0);
});
