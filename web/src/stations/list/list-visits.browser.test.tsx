import { getStation, listStations } from "@groundcrew/shared/stations";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { serveLive } from "../../../test/fake-live.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";
import { setHidden } from "../../../test/visibility.ts";

const list = page.getByRole("list", { name: "Stations" });
const search = page.getByRole("searchbox", { name: "Search" });
const reverse = page.getByRole("button", { name: "Reverse order" });

/** Opens the list with a clock that the test can move forward. */
async function openList() {
  const clock = fakeClock();
  const server = startFakeConsole({ user: customer });
  const { router } = openConsole("/");
  await expect.element(list).toBeVisible();
  const { length: before } = server.requestsTo(listStations);
  return {
    clock,
    address: () => router.history.location.href,
    back: () => router.history.back(),
    /** How often the list was requested after it was shown. */
    refreshes: () => server.requestsTo(listStations).length - before,
  };
}

describe("the list's refreshes", () => {
  // @spec 177.2
  test("a hidden page skips them, and refreshes at once when it is shown again", async () => {
    const { clock, refreshes } = await openList();
    setHidden(true);
    await clock.pass(120_000);
    expect(refreshes()).toBe(0);
    setHidden(false);
    await expect.poll(refreshes).toBe(1);
  });

  test("a list that the user returns to is refreshed when it is a minute old, not a minute later", async () => {
    const { clock, refreshes, address } = await openList();
    const menu = page.getByRole("banner");
    await menu.getByRole("link", { name: "Stats" }).click();
    await expect.poll(address).toBe("/stats");
    await clock.pass(30_000);
    await menu.getByRole("link", { name: "Stations" }).click();
    await expect.element(list).toBeVisible();
    expect(refreshes()).toBe(0);
    await clock.pass(30_000);
    await expect.poll(refreshes).toBe(1);
  });

  test("only what a person does keeps the session alive: a page that is left open polls in the background", async () => {
    const clock = fakeClock();
    const server = startFakeConsole();
    openConsole("/stations/gc-000000000001");
    await expect.element(page.getByRole("slider")).toBeVisible();
    const marks = () => server.requests.map(({ headers }) => headers.get("x-background"));
    const { length: opened } = marks();
    await clock.pass(61_000);
    await expect.poll(() => marks().length).toBeGreaterThan(opened + 1);
    const { length: idle } = marks();
    expect(new Set(marks().slice(opened))).toEqual(new Set(["1"]));
    await userEvent.keyboard("{Shift}");
    await clock.pass(61_000);
    await expect.poll(() => marks().length).toBeGreaterThan(idle + 1);
    expect(
      marks()
        .slice(idle)
        .filter((mark) => mark === null),
    ).toHaveLength(1);
  });
});

describe("a search", () => {
  test("a choice made while it is typed stays", async () => {
    const { clock, address } = await openList();
    await search.fill("uni");
    await page.getByRole("button", { name: "Universal" }).click();
    await clock.pass(300);
    const settings = () => Object.fromEntries(new URL(address(), location.origin).searchParams);
    await expect.poll(settings).toEqual({ "stations-q": "uni", "stations-type": "universal" });
  });
});

test("a choice is in the address that Back returns to, even if the page was left before it was idle", async () => {
  vi.stubGlobal("requestIdleCallback", () => 0);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { address, back } = await openList();
  await reverse.click();
  await expect.element(reverse).toHaveAttribute("aria-pressed", "true");
  expect(address()).toBe("/");
  await page.getByRole("banner").getByRole("link", { name: "Stats" }).click();
  await expect.poll(address).toBe("/stats");
  back();
  await expect.poll(address).toBe("/?stations-sort-invert=1");
  await expect.element(reverse).toHaveAttribute("aria-pressed", "true");
});

test("a choice is in the address before missing code reloads the page, even if the page was not idle", async () => {
  vi.stubGlobal("requestIdleCallback", () => 0);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { address } = await openList();
  await reverse.click();
  await expect.element(reverse).toHaveAttribute("aria-pressed", "true");
  expect(address()).toBe("/");
  window.dispatchEvent(new Event("vite:preloadError"));
  await expect.poll(address).toBe("/?stations-sort-invert=1");
});

test.each([
  ["Hardware Variation", "stations-f-config=1"],
  ["Swap Counts", "stations-f-retired=1"],
])("a filter that %s does not know stays in the address (%s)", async (name, key) => {
  startFakeConsole();
  const { router } = openConsole(`/ssot?${key}`);
  await page.getByRole("link", { name }).click();
  await reverse.click();
  await expect.poll(() => router.history.location.href).toContain("stations-sort-invert");
  expect(router.history.location.href).toContain(key);
});

test("Back to Stations List shows the list as it was left: its search, order and filters", async () => {
  const settings = {
    "stations-f-actual": "0",
    "stations-q": "atlas",
    "stations-sort": "swaps",
    "stations-sort-invert": "1",
  };
  const server = startFakeConsole();
  const { router } = openConsole(`/?${new URLSearchParams(settings)}`);
  const expectList = async () => {
    await expect.element(search).toHaveValue("atlas");
    await expect.element(page.getByRole("button", { name: /^Sort: Swaps/ })).toBeVisible();
    const { searchParams } = new URL(router.history.location.href, location.origin);
    expect(Object.fromEntries(searchParams)).toEqual(settings);
    await expect.element(list.getByRole("listitem").first()).toBeVisible();
  };
  const back = page.getByRole("link", { name: "Back to Stations List" });
  await expectList();
  await page.getByRole("link", { name: /Open the page of/ }).click();
  await page.getByRole("link", { name: "Telemetry", exact: true }).click();
  await back.click();
  await expectList();

  server.on(getStation, async () => {
    throw new Rejection(404, "There is no such station.");
  });
  await router.navigate({ to: "/stations/$name", params: { name: "gc-000000000009" } });
  await expect.element(page.getByText("This station doesn't seem to exist.")).toBeVisible();
  await back.click();
  await expectList();
});

test("the Stations link opens a new list, and Back returns to the previous one with its open row", async () => {
  startFakeConsole();
  const { router } = openConsole("/?stations-q=Atlas+0001");
  const row = page.getByRole("button", { name: "Details of Atlas 0001" });
  await row.click();
  await expect.element(row).toHaveAttribute("aria-expanded", "true");
  // Changing the sort order keeps the row open.
  await reverse.click();
  await expect.poll(() => router.history.location.href).toContain("stations-sort-invert=1");
  await expect.element(row).toHaveAttribute("aria-expanded", "true");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stations" }).click();
  await expect.element(search).toHaveValue("");
  await expect.element(row).toHaveAttribute("aria-expanded", "false");
  router.history.back();
  await expect.element(search).toHaveValue("Atlas 0001");
  await expect.element(row).toHaveAttribute("aria-expanded", "true");
});

describe("a list that the user returns to", () => {
  const GROUPED = "/?stations-sort=serial_number&stations-group=organization&stations-type=";
  const closed = page.getByRole("button", { expanded: false, name: /^Organization/ });
  const stations = Array.from({ length: 60 }, (_, index) => {
    const number = String(index + 1).padStart(4, "0");
    const organization_name = index < 10 ? "Harbor Air" : "Skyline Logistics";
    return onlineStation({ name: `gc-00000000${number}`, serial_number: `Atlas ${number}`, organization_name });
  });

  test.each(["the browser's Back", "Back to Stations List"])(
    "by %s has the same groups, open rows and position",
    async (back) => {
      // Without a stream, a banner above the list would appear after a while and move the rows.
      serveLive(startFakeConsole({ stations }));
      const { router } = openConsole(GROUPED);
      await page.getByRole("button", { name: /^Organization Harbor Air/ }).click();
      await expect.poll(() => closed.length).toBe(1);
      window.scrollTo(0, 700);
      const row = page.getByRole("button", { name: "Details of Atlas 0025" });
      await row.click();
      await expect.element(row).toHaveAttribute("aria-expanded", "true");
      const top = () => row.element().getBoundingClientRect().top;
      expect(window.scrollY).toBeGreaterThan(300);

      const link = page.getByRole("link", { name: "Open the page of Atlas 0025" });
      await expect.element(link).toBeVisible();
      // Measured on leaving, because the click scrolls the link into view if necessary.
      let before = Number.NaN;
      link.element().addEventListener("click", () => (before = top()));
      await link.click();
      await expect.element(page.getByRole("navigation", { name: "Station" })).toBeVisible();
      if (back === "Back to Stations List") await page.getByRole("link", { name: back }).click();
      else router.history.back();
      await expect.element(row).toHaveAttribute("aria-expanded", "true");
      await expect.poll(() => Math.abs(top() - before)).toBeLessThanOrEqual(4);
      window.scrollTo(0, 0);
      await expect.poll(() => closed.length).toBe(1);
    },
  );
});
