import { expect, type Locator, type Page } from "@playwright/test";
import { takeImagesOf } from "./camera-steps.ts";
import { expectStill, MAP_PATH } from "./map-parts.ts";

/** The station that every page and dialog is checked with: steadily online, with camera images. */
export type Watched = { name: string; serial_number: string };

/** A page or dialog that shows station data. */
export type LivePlace = {
  name: string;
  path: (station: Watched) => string;
  /** Creates what must exist before the page is opened. */
  prepare?: (page: Page, station: Watched) => Promise<unknown>;
  /** Steps from the page at `path` to the page or dialog itself. */
  go?: (page: Page, station: Watched) => Promise<unknown>;
  /** Whether it is a dialog, which `go` opens. */
  isDialog?: boolean;
  /** Visible once everything has loaded. */
  ready: (place: Locator) => Locator;
  /** Readings of the station that look live. */
  live?: (place: Locator) => Locator;
  /** Readings that turn grey when they are stale. */
  readings?: (place: Locator) => Locator;
  /** Numbers aggregated over many stations, which turn grey when they are stale. */
  numbers?: (place: Locator) => Locator;
  /** Images, which turn grayscale when the server doesn't answer. */
  pictures?: (place: Locator) => Locator;
  /** A text that is visible only when the server doesn't answer. */
  old?: (place: Locator) => Locator;
  /** The age of stale data. */
  age?: (place: Locator) => Locator;
};

/** The element that contains a page's or a dialog's contents. */
function locate(page: Page, { isDialog }: LivePlace): Locator {
  return isDialog ? page.getByRole("dialog").last() : page.getByRole("main");
}

export const online = (place: Locator) => place.getByText("ONLINE", { exact: true });
const label = (place: Locator) => place.getByText(/^As of .* ago$/);
export const rowOf = ({ serial_number }: Watched) => `/?stations-type=&stations-q=${encodeURIComponent(serial_number)}`;
/** An entry of a support log, or the text that an empty log shows. */
export const entryOrNone = (place: Locator) =>
  place
    .getByRole("article")
    .or(place.getByText(/^Nothing is/))
    .first();

const lastOnline = (place: Locator) => place.getByText(/^Last Online .* ago$/);
const definitions = (place: Locator) => place.getByRole("definition");
const takeImages = (page: Page, { name }: Watched) => takeImagesOf(page, name);

/** A tab of a station's page; the page header shows whether the station is online. */
function tab(name: string, path: string, ready: LivePlace["ready"]): LivePlace {
  return { name, path: (station) => `/stations/${station.name}${path}`, ready, live: online, age: lastOnline };
}

const detailsOf = (page: Page, { serial_number }: Watched) =>
  page.getByRole("button", { name: `Details of ${serial_number}` }).click();

const mapOf = (place: Locator) => place.getByRole("region", { name: "Map of stations" });
const marker = (place: Locator) => mapOf(place).getByRole("button", { name: /^(Online|Recent swap): / });
const onMap = (station: Watched) => `${MAP_PATH}&stations-q=${encodeURIComponent(station.serial_number)}`;

const listPages: LivePlace[] = [
  {
    name: "the list",
    path: rowOf,
    ready: online,
    live: online,
    numbers: (place) => place.locator("dl").first().getByRole("definition"),
    age: label,
  },
  {
    name: "the list in groups",
    path: (station) => `${rowOf(station)}&stations-group=organization`,
    ready: online,
    live: online,
    old: (place) => place.getByText(/ online · \d+ with errors as of [\d:]+$/),
    age: label,
  },
  {
    name: "an opened row",
    path: rowOf,
    go: detailsOf,
    ready: (place) => place.getByText("Batteries", { exact: true }),
    live: online,
    age: (place) => place.getByText(/^Readings of .* ago$/),
  },
  { name: "the map", path: onMap, ready: marker, live: (place) => marker(place).or(online(place)), age: label },
  {
    name: "a popup of the map",
    path: onMap,
    async go(page) {
      await expectStill(page);
      await marker(page.getByRole("main")).press("Enter");
    },
    ready: (place) => mapOf(place).getByRole("link", { name: /^gc-/ }),
    live: (place) => mapOf(place).getByText(/^Online · [^·]*$|^Online · [^·]* · \d+ unresolved errors?$/),
  },
];

const stationTabs: LivePlace[] = [
  tab("the Overview", "", (place) => place.getByRole("slider")),
  {
    ...tab("the Edit tab", "/edit", (place) => place.getByText(/^Connected, last active/)),
    live: (place) => place.getByText(/^Connected, last active/).or(online(place)),
  },
  {
    ...tab("the Telemetry tab", "/telemetry/latest/status", (place) => place.getByText(/^Telemetry from/)),
    readings: definitions,
  },
  {
    ...tab("the chargers", "/telemetry/latest/chargers", (place) => place.getByRole("meter").first()),
    readings: (place) =>
      place
        .getByRole("listitem")
        .filter({ has: place.page().getByRole("meter") })
        .locator("b"),
  },
  tab("the Support Log tab", "/supportlog", entryOrNone),
  tab("the Config tab", "/config", (place) => place.getByRole("region", { name: "Offsets" })),
  tab("the Config history", "/config/history", (place) => place.getByRole("list", { name: "Config history" })),
  tab("the SSoT tab", "/ssot", (place) => place.getByRole("form", { name: "Replaceables", exact: true })),
  {
    ...tab("the Cameras tab", "/cameras", (place) => place.getByText(/^Updated/).first()),
    prepare: takeImages,
    pictures: (place) => place.getByRole("img", { name: /^Latest from/ }),
  },
  tab("the Streams tab", "/streams", (place) => place.getByRole("tablist", { name: "Cameras" })),
];

const table = (place: Locator) => place.getByRole("table").first();

const otherPages: LivePlace[] = [
  {
    name: "the Station Config table",
    path: () => "/ssot",
    ready: (place) => place.getByRole("img", { name: /^Active now/ }).first(),
    live: (place) => place.getByRole("img", { name: /^Active (now|recently|today), / }),
    age: label,
  },
  { name: "Hardware Variation", path: () => "/ssot/hw-variation", ready: table, age: label },
  { name: "Replaceables", path: () => "/ssot/replaceables", ready: table, age: label },
  { name: "Swap Counts", path: () => "/ssot/swaps", ready: table, age: label },
  { name: "the statistics", path: () => "/stats", ready: (place) => place.getByRole("slider") },
  {
    name: "Organization Actions",
    path: () => "/stats",
    go: (page) => page.getByRole("tab", { name: "Organization Actions (7d)" }).click(),
    ready: (place) => place.getByRole("list", { name: "Organization Actions (7d)" }),
  },
  { name: "all support logs", path: () => "/supportlog/entries", ready: (place) => place.getByRole("article").first() },
  {
    name: "the triage queue",
    path: () => "/supportlog/triage",
    ready: (place) => place.getByRole("region", { name: /^Errors of/ }).first(),
  },
  { name: "the tags", path: () => "/supportlog/tags", ready: table },
  {
    name: "the station link",
    path: () => "/manage/link",
    ready: (place) => place.getByText("There are no quarantined events.").or(place.getByRole("listitem")).first(),
  },
  {
    name: "blocked content",
    path: () => "/manage/security",
    ready: (place) => place.getByText("No browser has sent a report.").or(place.getByRole("table")),
  },
];

export const livePages: readonly LivePlace[] = [...listPages, ...stationTabs, ...otherPages];

/** Opens a page or dialog, and waits until its readings are live. */
export async function openPlace(page: Page, place: LivePlace, station: Watched): Promise<Locator> {
  await place.prepare?.(page, station);
  await page.goto(place.path(station));
  await place.go?.(page, station);
  const here = locate(page, place);
  await expect(place.ready(here)).toBeVisible();
  if (place.live) await expect(place.live(here).first()).toBeVisible();
  return here;
}
