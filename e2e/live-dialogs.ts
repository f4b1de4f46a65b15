import type { Page } from "@playwright/test";
import { takeImagesOf } from "./camera-steps.ts";
import { entryOrNone, rowOf, type LivePlace, type Watched } from "./live-places.ts";
import { reading } from "./station-parts.ts";

/** Opens a station's row in the list, and presses a button in it. */
const fromRow = (button: string) => async (page: Page, station: Watched) => {
  await page.getByRole("button", { name: `Details of ${station.serial_number}` }).click();
  await page.getByRole("button", { name: button, exact: true }).click();
};

/** Presses a number on a station's page. */
const fromNumber = (label: string) => (page: Page) => reading(page, label).getByRole("button").click();

const openCameras = fromRow("Cameras");

export const liveDialogs: readonly LivePlace[] = [
  {
    name: "the Telemetry dialog",
    isDialog: true,
    path: rowOf,
    go: fromRow("Telemetry"),
    ready: (place) => place.getByText(/^Telemetry from/),
    readings: (place) => place.getByRole("definition"),
    age: (place) => place.getByText(/^Telemetry from .* ago$/),
  },
  {
    name: "the Cameras dialog",
    isDialog: true,
    path: rowOf,
    prepare: (page, { name }) => takeImagesOf(page, name),
    go: openCameras,
    ready: (place) => place.getByText(/^Updated/).first(),
    pictures: (place) => place.getByRole("img", { name: /^Latest from/ }),
    age: (place) => place.getByText(/^checked .* ago$/).first(),
  },
  {
    name: "the streams of the Cameras dialog",
    isDialog: true,
    path: rowOf,
    async go(page, station) {
      await openCameras(page, station);
      await page.getByRole("dialog").getByRole("tab", { name: "Streams" }).click();
    },
    ready: (place) => place.getByRole("tablist", { name: "Cameras" }),
  },
  {
    name: "the Data History",
    isDialog: true,
    path: rowOf,
    go: fromRow("Data History"),
    ready: (place) => place.getByRole("slider"),
  },
  {
    name: "the Error Log",
    isDialog: true,
    path: ({ name }) => `/stations/${name}`,
    go: fromNumber("Errors"),
    ready: (place) => place.getByRole("table").or(place.getByText("No error history tracked")),
  },
  {
    name: "the swaps of each period",
    isDialog: true,
    path: ({ name }) => `/stations/${name}`,
    go: fromNumber("Swaps"),
    ready: (place) => place.getByRole("table"),
  },
  {
    name: "Support Log and Error Triage",
    isDialog: true,
    path: rowOf,
    go: (page) => page.getByRole("button", { name: /^Support log of/ }).click(),
    ready: entryOrNone,
  },
  {
    name: "Error Triage of a station",
    isDialog: true,
    path: ({ name }) => `/stations/${name}`,
    go: fromNumber("Errors Unresolved"),
    ready: (place) =>
      place
        .getByRole("table")
        .or(place.getByText(/^Nothing is|^There (is|are) no/))
        .first(),
  },
  {
    name: "the support log of a station",
    isDialog: true,
    path: rowOf,
    go: (page) => page.getByRole("link", { name: /^Logs of/ }).click(),
    ready: entryOrNone,
  },
  {
    name: "the errors of an entry",
    isDialog: true,
    path: () => "/supportlog/entries",
    go: (page) =>
      page
        .getByRole("button", { name: / errors? attached$/ })
        .first()
        .click(),
    ready: (place) => place.getByRole("table"),
  },
];
