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
  images?: (place: Locator) => Locator;
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
const rowOf = ({ serial_number }: Watched) => `/?stations-type=&stations-q=${encodeURIComponent(serial_number)}`;

const mapOf = (place: Locator) => place.getByRole("region", { name: "Map of stations" });
const marker = (place: Locator) => mapOf(place).getByRole("button", { name: /^(Online|Recent swap): / });
const onMap = (station: Watched) => `${MAP_PATH}&stations-q=${encodeURIComponent(station.serial_number)}`;

/** One page of each kind; `web/src/freshness/places.browser.test.tsx` checks every page and dialog with a fake server. */
export const livePlaces: readonly LivePlace[] = [
  {
    name: "the list",
    path: rowOf,
    ready: online,
    live: online,
    numbers: (place) => place.locator("dl").first().getByRole("definition"),
    age: label,
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
  {
    name: "the Telemetry tab",
    path: ({ name }) => `/stations/${name}/telemetry/latest/status`,
    ready: (place) => place.getByText(/^Telemetry from/),
    live: online,
    readings: (place) => place.getByRole("definition"),
    age: (place) => place.getByText(/^Last Online .* ago$/),
  },
  {
    name: "the Cameras dialog",
    isDialog: true,
    path: rowOf,
    prepare: (page, { name }) => takeImagesOf(page, name),
    async go(page, { serial_number }) {
      await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
      await page.getByRole("button", { name: "Cameras", exact: true }).click();
    },
    ready: (place) => place.getByText(/^Updated/).first(),
    images: (place) => place.getByRole("img", { name: /^Latest from/ }),
    age: (place) => place.getByText(/^checked .* ago$/).first(),
  },
];

/** Opens a page or dialog, and waits until its readings are live. */
export async function openPlace(page: Page, place: LivePlace, station: Watched): Promise<Locator> {
  await place.prepare?.(page, station);
  await page.goto(place.path(station));
  await place.go?.(page, station);
  const region = locate(page, place);
  await expect(place.ready(region)).toBeVisible();
  if (place.live) await expect(place.live(region).first()).toBeVisible();
  return region;
}
