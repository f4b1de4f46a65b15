import type { Locator, Page } from "@playwright/test";
import { MAP_PATH } from "./map-parts.ts";
import { reading } from "./station-parts.ts";

/** The station that is looked at everywhere: online, steady and with pictures. */
export type Watched = { name: string; serial_number: string };

/** A page or dialog that shows something of stations. */
export type LivePlace = {
  name: string;
  path: (station: Watched) => string;
  /** It shows the images of the station's cameras. */
  hasImages?: boolean;
  /** Goes on from the path to a dialog, which is then the place. */
  openDialog?: (page: Page, station: Watched) => Promise<unknown>;
  /** There once everything is loaded. */
  ready: (place: Locator) => Locator;
  /** Readings that look live. */
  live?: (place: Locator) => Locator;
  /** The age of what is shown, once it is old. */
  age?: (place: Locator) => Locator;
};

/** Where a place is on the screen. */
export function locate(page: Page, { openDialog }: LivePlace): Locator {
  return openDialog ? page.getByRole("dialog").last() : page.getByRole("main");
}

const online = (place: Locator) => place.getByText("ONLINE", { exact: true });
const label = (place: Locator) => place.getByText(/^As of .* ago$/);
const lastOnline = (place: Locator) => place.getByText(/^Last Online .* ago$/);
const rowOf = ({ serial_number }: Watched) => `/?stations-type=&stations-q=${encodeURIComponent(serial_number)}`;

function tab(name: string, path: string, ready: LivePlace["ready"]): LivePlace {
  return { name, path: (station) => `/stations/${station.name}${path}`, ready, live: online, age: lastOnline };
}

/** Opens a station's row in the list, and presses a button of it. */
const fromRow = (button: string) => async (page: Page, station: Watched) => {
  await page.getByRole("button", { name: `Details of ${station.serial_number}` }).click();
  await page.getByRole("button", { name: button, exact: true }).click();
};

const mapOf = (place: Locator) => place.getByRole("region", { name: "Map of stations" });

export const livePages: LivePlace[] = [
  { name: "the list", path: rowOf, ready: online, live: online, age: label },
  {
    name: "the map",
    path: (station) => `${MAP_PATH}&stations-q=${encodeURIComponent(station.serial_number)}`,
    ready: (place) => mapOf(place).getByRole("button", { name: /^(Online|Recent swap)/ }),
    live: (place) => mapOf(place).getByRole("button", { name: /^(Online|Recent swap): / }),
    age: label,
  },
  tab("the Overview", "", (place) => place.getByRole("slider")),
  tab("the Telemetry tab", "/telemetry/latest/status", (place) => place.getByText(/^Telemetry from/)),
  tab("the Support Log tab", "/supportlog", (place) =>
    place
      .getByRole("article")
      .or(place.getByText(/^Nothing is/))
      .first(),
  ),
  tab("the Config tab", "/config", (place) => place.getByRole("region", { name: "Offsets" })),
  tab("the Config history", "/config/history", (place) => place.getByRole("list", { name: "Config history" })),
  tab("the SSoT tab", "/ssot", (place) => place.getByRole("form", { name: "Replaceables", exact: true })),
  { ...tab("the Cameras tab", "/cameras", (place) => place.getByText(/^Updated/).first()), hasImages: true },
  {
    name: "the Station Config table",
    path: () => "/ssot",
    ready: (place) => place.getByRole("img", { name: /^Active now/ }).first(),
    live: (place) => place.getByRole("img", { name: /^Active (now|recently|today), / }),
    age: label,
  },
  {
    name: "Hardware Variation",
    path: () => "/ssot/hw-variation",
    ready: (place) => place.getByRole("table").first(),
    age: label,
  },
  { name: "Swap Counts", path: () => "/ssot/swaps", ready: (place) => place.getByRole("table").first(), age: label },
  { name: "the statistics", path: () => "/stats", ready: (place) => place.getByRole("slider") },
  { name: "all support logs", path: () => "/supportlog/entries", ready: (place) => place.getByRole("article").first() },
  {
    name: "the triage queue",
    path: () => "/supportlog/triage",
    ready: (place) => place.getByRole("region", { name: /^Errors of/ }).first(),
  },
  { name: "the tags", path: () => "/supportlog/tags", ready: (place) => place.getByRole("table").first() },
  {
    name: "the station link",
    path: () => "/manage/link",
    ready: (place) => place.getByText("Every event could be processed.").or(place.getByRole("listitem")).first(),
  },
];

export const liveDialogs: LivePlace[] = [
  {
    name: "the Telemetry dialog",
    path: rowOf,
    openDialog: fromRow("Telemetry"),
    ready: (place) => place.getByText(/^Telemetry from/),
    age: (place) => place.getByText(/^Telemetry from .* ago$/),
  },
  {
    name: "the Cameras dialog",
    hasImages: true,
    path: rowOf,
    openDialog: fromRow("Cameras"),
    ready: (place) => place.getByText(/^Updated/).first(),
    age: (place) => place.getByText(/^checked .* ago$/).first(),
  },
  {
    name: "the Data History",
    path: rowOf,
    openDialog: fromRow("Data History"),
    ready: (place) => place.getByRole("slider"),
  },
  {
    name: "the Error Log",
    path: ({ name }) => `/stations/${name}`,
    openDialog: (page) => reading(page, "Errors").getByRole("button").click(),
    ready: (place) => place.getByRole("table").or(place.getByText("No error history tracked")),
  },
  {
    name: "the swaps of each period",
    path: ({ name }) => `/stations/${name}`,
    openDialog: (page) => reading(page, "Swaps").getByRole("button").click(),
    ready: (place) => place.getByRole("table"),
  },
  {
    name: "Support Log and Error Triage",
    path: rowOf,
    openDialog: (page) => page.getByRole("button", { name: /^Support log of/ }).click(),
    ready: (place) =>
      place
        .getByRole("article")
        .or(place.getByText(/^Nothing is/))
        .first(),
  },
  {
    name: "the support log of a station",
    path: rowOf,
    openDialog: (page) => page.getByRole("link", { name: /^Logs of/ }).click(),
    ready: (place) =>
      place
        .getByRole("article")
        .or(place.getByText(/^Nothing is/))
        .first(),
  },
];
