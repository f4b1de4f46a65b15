import { describe, expect, test } from "vitest";
import { page, type Locator } from "vitest/browser";
import { fakeClock } from "../../test/clock.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { DATABASE_UNAVAILABLE } from "../../test/fake-server.ts";
import { colorsOf, dialog, elementsIn, pressReading } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

/** Longer than the longest polling interval and the time limit of its response. */
const OVERDUE_MS = 72_000;
const SILENCE_MS = 90_000;
const HOUR_MS = 3_600_000;
const STATION = "/stations/gc-000000000001";
const LIST = "/?stations-type=";

/** A page or dialog that shows station data. */
type Place = {
  path: string;
  /** Steps from the page at `path` to the place. */
  go?: () => Promise<void>;
  isDialog?: boolean;
  /** Visible once everything has loaded. */
  ready: (place: Locator) => Locator;
  /** Readings of the station that look live. */
  live?: (place: Locator) => Locator;
  /** Readings and numbers that turn grey when they are stale. */
  grey?: string;
  /** Images, which lose their colors when the server doesn't answer. */
  images?: (place: Locator) => Locator;
  /** A text that is visible only when the server doesn't answer. */
  stale?: (place: Locator) => Locator;
};

const online = (place: Locator) => place.getByText("ONLINE", { exact: true });
const table = (place: Locator) => place.getByRole("table").first();
const article = (place: Locator) => place.getByRole("article").first();
const images = (place: Locator) => place.getByRole("img", { name: /^Latest from/ });

const press = (name: string | RegExp, exact = true) => page.getByRole("button", { name, exact }).first().click();

async function pressInRow(name: string): Promise<void> {
  await press("Details of Atlas 0001");
  await press(name);
}

/** A tab of a station's page; the page header shows whether the station is online. */
const tab = (path: string, ready: Place["ready"]): Place => ({ path: `${STATION}${path}`, ready, live: online });

const pages: Record<string, Place> = {
  "the list": { path: LIST, ready: (place) => online(place).first(), live: online, grey: "dl dd" },
  "the list in groups": {
    path: `${LIST}&stations-group=organization`,
    ready: (place) => online(place).first(),
    live: online,
    stale: (place) => place.getByText(/ online · \d+ with errors as of [\d:]+$/),
  },
  "an opened row": {
    path: LIST,
    go: () => press("Details of Atlas 0001"),
    ready: (place) => place.getByText("Batteries", { exact: true }),
    live: online,
  },
  "the Overview": tab("", (place) => place.getByRole("slider")),
  "the Edit tab": {
    ...tab("/edit", (place) => place.getByText(/^Connected, last active/)),
    live: (place) => place.getByText(/^Connected, last active/).or(online(place)),
  },
  "the Telemetry tab": {
    ...tab("/telemetry/latest/status", (place) => place.getByText(/^Telemetry from/)),
    grey: "main dd",
  },
  "the chargers": {
    ...tab("/telemetry/latest/chargers", (place) => place.getByRole("meter").first()),
    grey: "li:has([role=meter]) b, li:has(meter) b",
  },
  "the Support Log tab": tab("/supportlog", article),
  "the Config tab": tab("/config", (place) => place.getByRole("region", { name: "Offsets" })),
  "the Config history": tab("/config/history", (place) => place.getByRole("list", { name: "Config history" })),
  "the SSoT tab": tab("/ssot", (place) => place.getByRole("form", { name: "Replaceables", exact: true })),
  "the Cameras tab": { ...tab("/cameras", (place) => place.getByText(/^Updated/).first()), images },
  "the Streams tab": tab("/streams", (place) => place.getByRole("tablist", { name: "Cameras" })),
  "the Station Config table": {
    path: "/ssot",
    ready: (place) => place.getByRole("img", { name: /^Active now/ }).first(),
    live: (place) => place.getByRole("img", { name: /^Active (now|recently|today), / }),
  },
  "Hardware Variation": { path: "/ssot/hw-variation", ready: table },
  Replaceables: { path: "/ssot/replaceables", ready: table },
  "Swap Counts": { path: "/ssot/swaps", ready: table },
  "the statistics": { path: "/stats", ready: (place) => place.getByRole("slider") },
  "Organization Actions": {
    path: "/stats",
    go: () => page.getByRole("tab", { name: "Organization Actions (7d)" }).click(),
    ready: (place) => place.getByRole("list", { name: "Organization Actions (7d)" }),
  },
  "all support logs": { path: "/supportlog/entries", ready: article },
  "the triage queue": {
    path: "/supportlog/triage",
    ready: (place) => place.getByRole("region", { name: /^Errors of/ }).first(),
  },
  "the tags": { path: "/supportlog/tags", ready: table },
  "the station link": { path: "/manage/link", ready: (place) => place.getByText("There are no quarantined events.") },
  "blocked content": { path: "/manage/security", ready: (place) => place.getByText("No browser has sent a report.") },
};

const dialogs: Record<string, Place> = {
  "the Telemetry dialog": {
    path: LIST,
    go: () => pressInRow("Telemetry"),
    ready: (place) => place.getByText(/^Telemetry from/),
    grey: "dd",
  },
  "the Cameras dialog": {
    path: LIST,
    go: () => pressInRow("Cameras"),
    ready: (place) => place.getByText(/^Updated/).first(),
    images,
  },
  "the streams of the Cameras dialog": {
    path: LIST,
    async go() {
      await pressInRow("Cameras");
      await dialog().getByRole("tab", { name: "Streams" }).click();
    },
    ready: (place) => place.getByRole("tablist", { name: "Cameras" }),
  },
  "the Data History": { path: LIST, go: () => pressInRow("Data History"), ready: (place) => place.getByRole("slider") },
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

const places = [
  ...Object.entries(pages),
  ...Object.entries(dialogs).map(([name, place]) => [name, { ...place, isDialog: true }] as const),
];

const bannerOf = (region: Locator) => region.getByRole("alert").filter({ hasText: "Showing" }).first();

/** Has everything requested again at once, as when the network is back. */
function requestAgain(): void {
  window.dispatchEvent(new Event("online"));
}

/** The color of stale values. */
function greyColor(): string {
  const probe = document.createElement("span");
  probe.style.color = "var(--gc-text-3)";
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

type Look = { region: Locator; place: Place };

async function expectLive({ region, place }: Look): Promise<void> {
  await expect.element(bannerOf(region)).not.toBeInTheDocument();
  if (place.live) await expect.element(place.live(region).first()).toBeVisible();
  if (place.stale) expect(place.stale(region).elements()).toEqual([]);
  const { grey } = place;
  if (grey) await expect.poll(() => colorsOf(elementsIn(region, grey))).not.toContain(greyColor());
  if (place.images) await expect.element(place.images(region).first()).toHaveStyle({ filter: "none" });
}

/** Asserts that no reading of the station looks live. */
async function expectNothingLive({ region, place }: Look): Promise<void> {
  if (place.live) await expect.poll(() => place.live?.(region).elements()).toEqual([]);
}

/** Asserts that the page or dialog marks its contents as stale, with the reason and the time of the last update. */
async function expectStale(look: Look, reason: string): Promise<void> {
  const { region, place } = look;
  const sentence = new RegExp(`${reason}.*Showing .* as of [\\d: -]*\\d\\d:\\d\\d:\\d\\d`, "s");
  await expect.element(bannerOf(region)).toMatchTextContent(sentence);
  await expectNothingLive(look);
  const { grey } = place;
  if (grey) await expect.poll(() => colorsOf(elementsIn(region, grey))).toEqual([greyColor()]);
  if (place.images) await expect.element(place.images(region).first()).toHaveStyle({ filter: "grayscale(1)" });
  if (place.stale) await expect.element(place.stale(region).first()).toBeVisible();
}

describe("what is shown says that it is stale, since when and why, and is live again with the next response", () => {
  test.each(places)("%s, whatever is unavailable", async (_, place) => {
    const clock = fakeClock();
    const server = startFakeConsole();
    const { main } = openConsole(place.path);
    await place.go?.();
    const look: Look = { region: place.isDialog ? dialog() : main, place };
    await expect.element(place.ready(look.region)).toBeVisible();
    await expectLive(look);

    server.setFault("server");
    await clock.pass(OVERDUE_MS);
    await expectStale(look, "Unable to contact the server");

    server.setFault("database");
    requestAgain();
    await expect.element(bannerOf(look.region)).toMatchTextContent(DATABASE_UNAVAILABLE);
    await expectStale(look, DATABASE_UNAVAILABLE);

    if (place.live) {
      server.setFault(null);
      server.setSilence(SILENCE_MS);
      requestAgain();
      await expect.element(bannerOf(look.region)).not.toBeInTheDocument();
      await expectNothingLive(look);
      server.setSilence(0);
    }

    server.setFault(null);
    requestAgain();
    await expectLive(look);

    if (place.live) {
      server.setFault("server");
      clock.sleep(HOUR_MS);
      await expectNothingLive(look);
    }
    expect(server.problems).toEqual([]);
  });
});
