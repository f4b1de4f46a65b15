import { summarizeAlerts } from "@groundcrew/shared/alerts";
import { describe, expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { fakeClock } from "../../test/clock.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { DATABASE_UNAVAILABLE } from "../../test/fake-server.ts";
import { textColors, dialog, elementsIn, pressReading } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

/** Longer than the longest polling interval and the time limit of its response. */
const OVERDUE_MS = 72_000;
const SILENCE_MS = 90_000;
const HOUR_MS = 3_600_000;
const STATION = "/stations/gc-000000000001";
const LIST = "/?stations-type=";
const MAP = `${LIST}&stations-view=map`;

/** A page or dialog that shows station data. */
type Screen = {
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

const online = (region: Locator) => region.getByText("ONLINE", { exact: true });
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

/** A tab of a station's page; the page header shows whether the station is online. */
const tab = (path: string, ready: Screen["ready"]): Screen => ({ path: `${STATION}${path}`, ready, live: online });

const map = (region: Locator) => region.getByRole("region", { name: "Map of stations" });
const marker = (region: Locator) => map(region).getByRole("button", { name: /^(Online|Recent swap): / });

const pages: Record<string, Screen> = {
  "the list": { path: LIST, ready: (region) => online(region).first(), live: online, grey: "dl dd" },
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
  "the map": { path: MAP, ready: marker, live: (region) => marker(region).or(online(region)) },
  "a popup of the map": {
    path: MAP,
    go: openPopup,
    ready: (region) => map(region).getByRole("link", { name: /^gc-/ }),
    live: (region) => map(region).getByText(/^Online · [^·]*$|^Online · [^·]* · \d+ unresolved errors?$/),
  },
  "the Overview": tab("", (region) => region.getByRole("slider")),
  "the Edit tab": {
    ...tab("/edit", (region) => region.getByText(/^Connected, last active/)),
    live: (region) => region.getByText(/^Connected, last active/).or(online(region)),
  },
  "the Telemetry tab": {
    ...tab("/telemetry/latest/status", (region) => region.getByText(/^Telemetry from/)),
    grey: "main dd",
  },
  "the chargers": {
    ...tab("/telemetry/latest/chargers", (region) => region.getByRole("meter").first()),
    grey: "li:has([role=meter]) b, li:has(meter) b",
  },
  "the Support Log tab": tab("/supportlog", article),
  "the Config tab": tab("/config", (region) => region.getByRole("region", { name: "Offsets" })),
  "the Config history": tab("/config/history", (region) => region.getByRole("list", { name: "Config history" })),
  "the SSoT tab": tab("/ssot", (region) => region.getByRole("form", { name: "Replaceables", exact: true })),
  "the Cameras tab": { ...tab("/cameras", (region) => region.getByText(/^Updated/).first()), images },
  "the Streams tab": tab("/streams", (region) => region.getByRole("tablist", { name: "Cameras" })),
  "the Station Config table": {
    path: "/ssot",
    ready: (region) => region.getByRole("img", { name: /^Active now/ }).first(),
    live: (region) => region.getByRole("img", { name: /^Active (now|recently|today), / }),
  },
  "Hardware Variation": { path: "/ssot/hw-variation", ready: table },
  Replaceables: { path: "/ssot/replaceables", ready: table },
  "Swap Counts": { path: "/ssot/swaps", ready: table },
  "the statistics": { path: "/stats", ready: (region) => region.getByRole("slider") },
  "Organization Actions": {
    path: "/stats",
    go: () => page.getByRole("tab", { name: "Organization Actions (7d)" }).click(),
    ready: (region) => region.getByRole("list", { name: "Organization Actions (7d)" }),
  },
  "all support logs": { path: "/supportlog/entries", ready: article },
  "the triage queue": {
    path: "/supportlog/triage",
    ready: (region) => region.getByRole("region", { name: /^Errors of/ }).first(),
  },
  "the tags": { path: "/supportlog/tags", ready: table },
  "the station link": { path: "/manage/link", ready: (region) => region.getByText("There are no quarantined events.") },
  "blocked content": { path: "/manage/security", ready: (region) => region.getByText("No browser has sent a report.") },
};

const dialogs: Record<string, Screen> = {
  "the Telemetry dialog": {
    path: LIST,
    go: () => pressInRow("Telemetry"),
    ready: (region) => region.getByText(/^Telemetry from/),
    grey: "dd",
  },
  "the Cameras dialog": {
    path: LIST,
    go: () => pressInRow("Cameras"),
    ready: (region) => region.getByText(/^Updated/).first(),
    images,
  },
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

const screens = [
  ...Object.entries(pages),
  ...Object.entries(dialogs).map(([name, screen]) => [name, { ...screen, isDialog: true }] as const),
];

const bannerOf = (region: Locator) => region.getByRole("alert").filter({ hasText: "Showing" }).first();

/** Makes the page request everything again at once, as when the network is back. */
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

type ShownScreen = { region: Locator; screen: Screen };

async function expectLive({ region, screen }: ShownScreen): Promise<void> {
  await expect.element(bannerOf(region)).not.toBeInTheDocument();
  if (screen.live) await expect.element(screen.live(region).first()).toBeVisible();
  if (screen.stale) expect(screen.stale(region).elements()).toEqual([]);
  const { grey } = screen;
  if (grey) await expect.poll(() => textColors(elementsIn(region, grey))).not.toContain(greyColor());
  if (screen.images) await expect.element(screen.images(region).first()).toHaveStyle({ filter: "none" });
}

/** Asserts that no reading of the station looks live. */
async function expectNothingLive({ region, screen }: ShownScreen): Promise<void> {
  if (screen.live) await expect.poll(() => screen.live?.(region).elements()).toEqual([]);
}

/** Asserts that the page or dialog marks its contents as stale, with the reason and the time of the last update. */
async function expectStale(shown: ShownScreen, reason: string): Promise<void> {
  const { region, screen } = shown;
  const sentence = new RegExp(`${reason}.*Showing .* as of [\\d: -]*\\d\\d:\\d\\d:\\d\\d`, "s");
  await expect.element(bannerOf(region)).toMatchTextContent(sentence);
  await expectNothingLive(shown);
  const { grey } = screen;
  if (grey) await expect.poll(() => textColors(elementsIn(region, grey))).toEqual([greyColor()]);
  if (screen.images) await expect.element(screen.images(region).first()).toHaveStyle({ filter: "grayscale(1)" });
  if (screen.stale) await expect.element(screen.stale(region).first()).toBeVisible();
}

describe("what is shown says that it is stale, since when and why, and is live again with the next response", () => {
  test.each(screens)("%s, whatever is unavailable", async (_, screen) => {
    const clock = fakeClock();
    const server = startFakeConsole();
    const { main } = openConsole(screen.path);
    await screen.go?.();
    const shown: ShownScreen = { region: screen.isDialog ? dialog() : main, screen };
    await expect.element(screen.ready(shown.region)).toBeVisible();
    await expectLive(shown);
    // It is loaded after the page, and how long it has not been answered decides about what the list says.
    await expect.poll(() => server.requestsTo(summarizeAlerts).length).toBeGreaterThan(0);
    await expect.poll(server.pending).toBe(0);

    server.setFault("server");
    await clock.pass(OVERDUE_MS);
    await expectStale(shown, "Unable to contact the server");

    server.setFault("database");
    requestAgain();
    await expect.element(bannerOf(shown.region)).toMatchTextContent(DATABASE_UNAVAILABLE);
    await expectStale(shown, DATABASE_UNAVAILABLE);

    if (screen.live) {
      server.setFault(null);
      server.setSilence(SILENCE_MS);
      requestAgain();
      await expect.element(bannerOf(shown.region)).not.toBeInTheDocument();
      await expectNothingLive(shown);
      server.setSilence(0);
    }

    server.setFault(null);
    requestAgain();
    await expectLive(shown);

    if (screen.live) {
      server.setFault("server");
      clock.sleep(HOUR_MS);
      await expectNothingLive(shown);
    }
    expect(server.problems).toEqual([]);
  });
});
