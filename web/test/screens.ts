import { expect } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { dialog, pressReading } from "./find.ts";

const STATION = "/stations/gc-000000000001";
const LIST = "/?stations-type=";

/** A page or dialog whose contents age. */
export type Screen = {
  path: string;
  /** Steps from the page at `path` to the dialog. */
  go?: () => Promise<void>;
  isDialog?: boolean;
  /** Visible once everything has loaded. */
  ready: (region: Locator) => Locator;
  /** Readings of the station that look live. */
  live?: (region: Locator) => Locator;
  /** Readings and numbers that turn grey when they are stale. */
  grey?: string;
  /** Images, which lose their colors when the server doesn't respond. */
  images?: (region: Locator) => Locator;
  /** A text that is visible only when the server doesn't respond. */
  stale?: (region: Locator) => Locator;
};
type Parts = Omit<Screen, "path" | "isDialog">;

const online = (region: Locator) => region.getByText("ONLINE", { exact: true });
const text = (content: string | RegExp) => (region: Locator) => region.getByText(content).first();
const table = (region: Locator) => region.getByRole("table").first();
const article = (region: Locator) => region.getByRole("article").first();
const images = (region: Locator) => region.getByRole("img", { name: /^Latest from/ });

const press = (name: string | RegExp, exact = true) => page.getByRole("button", { name, exact }).first().click();

async function pressInRow(name: string): Promise<void> {
  await press("Details of Atlas 0001");
  await press(name);
}

async function openPopup(): Promise<void> {
  const found = marker(page.getByRole("main"));
  await expect.element(found).toBeVisible();
  // While the map zooms, markers are removed and added again.
  await expect.poll(() => document.querySelector(".leaflet-zoom-anim, .leaflet-pan-anim")).toBeNull();
  const element = found.element();
  if (!(element instanceof HTMLElement)) throw new Error("The marker is not an HTML element.");
  element.focus();
  await userEvent.keyboard("{Enter}");
}

const map = (region: Locator) => region.getByRole("region", { name: "Map of stations" });
const marker = (region: Locator) => map(region).getByRole("button", { name: /^(Online|Recent swap): / });

const list: Parts = { ready: (region) => online(region).first(), live: online, grey: "dl dd" };
const listMap: Parts = { ready: marker, live: (region) => marker(region).or(online(region)) };
const telemetry: Parts = { ready: text(/^Telemetry from/), live: online };

/** The page header of a station shows whether it is online. */
const stationPages: Record<string, Parts> = {
  "": { ready: (region) => region.getByRole("slider"), live: online },
  "/edit": {
    ready: text(/^Connected, last active/),
    live: (region) => region.getByText(/^Connected, last active/).or(online(region)),
  },
  "/telemetry/latest/status": { ...telemetry, grey: "main dd" },
  "/telemetry/latest/motors": telemetry,
  "/telemetry/latest/chargers": { ...telemetry, grey: "li:has([role=meter]) b, li:has(meter) b" },
  "/telemetry/latest/usb": telemetry,
  "/telemetry/latest/raw": telemetry,
  "/supportlog": { ready: article, live: online },
  "/config": { ready: (region) => region.getByRole("region", { name: "Offsets" }), live: online },
  "/config/history": { ready: (region) => region.getByRole("list", { name: "Config history" }), live: online },
  "/ssot": { ready: (region) => region.getByRole("form", { name: "Replaceables", exact: true }), live: online },
  "/cameras": { ready: text(/^Updated/), live: online, images },
  "/streams": { ready: (region) => region.getByRole("tablist", { name: "Cameras" }), live: online },
};

const alerts: Parts = { ready: text("Site outage: Reno") };
const groups: Parts = { ready: text(/abnormal voltage/) };
const PUBLIC = "It shows nothing of the installation.";
const MANAGED = "What people manage is loaded when it is opened.";
const FORM = "It is a form.";

/** Each page, by its path: what it shows, or why nothing of that ages. */
export const pages: Record<string, Parts | string> = {
  "/": list,
  "/?stations-view=map": listMap,
  ...Object.fromEntries(Object.entries(stationPages).map(([path, parts]) => [`${STATION}${path}`, parts])),
  [`${STATION}?readiness=history`]: "Its dialog is one of those below.",
  "/attention": alerts,
  "/attention/rules": { ready: text("Station offline") },
  "/attention/channels": { ready: text("#ground-ops") },
  "/attention/deliveries": { ready: text("Site outage: Reno") },
  "/attention/me": { ready: text("Station offline") },
  "/attention/rules/new": FORM,
  "/attention/rules/1": FORM,
  "/attention?at-section=ended": alerts,
  "/attention/1": alerts,
  "/attention/1?acknowledge": FORM,
  "/ssot": {
    ready: (region) => region.getByRole("img", { name: /^Active now/ }).first(),
    live: (region) => region.getByRole("img", { name: /^Active (now|recently|today), / }),
  },
  "/ssot/hw-variation": { ready: table },
  "/ssot/replaceables": { ready: table },
  "/ssot/swaps": { ready: table },
  "/stats": { ready: (region) => region.getByRole("slider") },
  "/stats/swap-success": { ready: (region) => region.getByRole("slider", { name: /^Success rate/ }) },
  "/stats/availability": { ready: text("What These Figures Mean") },
  "/stats/actions": { ready: (region) => region.getByRole("list", { name: "Organization Actions (7d)" }) },
  "/manage/users": MANAGED,
  "/manage/apikeys": MANAGED,
  "/manage/organizations": MANAGED,
  "/manage/wallboards": MANAGED,
  "/manage/sites": MANAGED,
  "/manage/import": MANAGED,
  "/manage/audit": { ready: text("Alex Admin") },
  "/manage/readiness": "Rules are not readings, and are requested again when someone changes them.",
  "/manage/link": { ready: text("There are no quarantined events.") },
  "/manage/security": { ready: text("No browser has sent a report.") },
  "/manage/backups": { ready: text("No backups yet") },
  "/manage/system": { ready: text(/^Version 1\.2\.3/) },
  "/supportlog/entries": { ready: article },
  "/supportlog/triage": { ready: (region) => region.getByRole("region", { name: /^Errors of/ }).first() },
  "/supportlog/tags": { ready: table },
  "/supportlog/print": "A printout says when it was made.",
  "/supportlog/triage/groups": groups,
  "/supportlog/triage/groups?tg-tab=archived": groups,
  "/groups/1": groups,
  "/groups/1?tab=errors": groups,
  "/groups/1?tab=supportlog": groups,
  "/account": { ready: table },
  "/login": PUBLIC,
  "/forgot": PUBLIC,
  "/set-password?email=a%40b.example&code=x": PUBLIC,
};

const parts: Record<string, Screen> = {
  "the list in groups": {
    path: `${LIST}&stations-group=organization`,
    ready: (region) => online(region).first(),
    live: online,
    stale: (region) => region.getByText(/ online · \d+ with errors as of [\d:]+$/),
  },
  "an opened row": {
    path: LIST,
    go: () => press("Details of Atlas 0001"),
    ready: (region) => region.getByText("Batteries", { exact: true }),
    live: online,
  },
  "a popup of the map": {
    path: `${LIST}&stations-view=map`,
    go: openPopup,
    ready: (region) => map(region).getByRole("link", { name: /^gc-/ }),
    live: (region) => map(region).getByText(/^Online · [^·]*$|^Online · [^·]* · \d+ unresolved errors?$/),
  },
};

const dialogs: Record<string, Screen> = {
  "the Telemetry dialog": { path: LIST, go: () => pressInRow("Telemetry"), ready: text(/^Telemetry from/), grey: "dd" },
  "the Cameras dialog": { path: LIST, go: () => pressInRow("Cameras"), ready: text(/^Updated/), images },
  "the streams of the Cameras dialog": {
    path: LIST,
    async go() {
      await pressInRow("Cameras");
      await dialog().getByRole("tab", { name: "Streams" }).click();
    },
    ready: (region) => region.getByRole("tablist", { name: "Cameras" }),
  },
  "the Data History": {
    path: LIST,
    go: () => pressInRow("Data History"),
    ready: (region) => region.getByRole("slider"),
  },
  "the history of readiness": { path: STATION, go: () => press("History"), ready: table },
  "the Error Log": { path: STATION, go: () => pressReading("Errors"), ready: table },
  "the swaps of each period": { path: STATION, go: () => pressReading("Swaps"), ready: table },
  "Support Log and Error Triage": { path: LIST, go: () => press(/^Support log of/), ready: article },
  "Error Triage of a station": { path: STATION, go: () => pressReading("Errors Unresolved"), ready: table },
  "the support log of a station": {
    path: LIST,
    go: () => page.getByRole("link", { name: /^Logs of/ }).click(),
    ready: article,
  },
  "the errors of an entry": { path: "/supportlog/entries", go: () => press(/ errors? attached$/), ready: table },
};

/** Everything that shows contents that age. */
export const screens: readonly (readonly [string, Screen])[] = [
  ...Object.entries(pages).flatMap(([path, one]) =>
    typeof one === "string" ? [] : [[path, { ...one, path }] as const],
  ),
  ...Object.entries(parts),
  ...Object.entries(dialogs).map(([name, screen]) => [name, { ...screen, isDialog: true }] as const),
];
