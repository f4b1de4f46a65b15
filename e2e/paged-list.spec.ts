import type { Page } from "@playwright/test";
import type { Station } from "@groundcrew/shared/stations";
import { editStation, expectLive, listRow, watchListRequests } from "./live-steps.ts";
import { expectMapIdle, mapOf } from "./map-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

test.use({ baseURL: async ({ large }, use) => use(large.url) });

const rows = (page: Page) => page.getByRole("list", { name: "Stations" }).getByRole("listitem");

/** All stations by serial number, as the specified call has them. */
async function allStations(page: Page): Promise<Station[]> {
  const all: Station[] = await (await page.request.get("/api/stations")).json();
  return all.toSorted((a, b) => a.serial_number.localeCompare(b.serial_number, "en", { numeric: true }));
}

const ALL = "stations-type=&stations-f-actual=0";

test("a list in pages is searched, filtered, sorted, grouped and scrolled to its end, and Back shows it again", async ({
  page,
  large,
}) => {
  await large.logIn(page.context(), ADMIN);
  const whole = watchListRequests(page);
  const stations = await allStations(page);
  const [first, last] = [stations[0], stations.at(-1)];
  if (!first || !last) throw new Error("There are no stations.");
  await page.goto(`/?${ALL}&stations-sort=serial_number`);
  await expect(rows(page).first()).toContainText(first.serial_number);
  await expect(rows(page).first()).toHaveAttribute("aria-setsize", String(stations.length));

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(listRow(page, last.serial_number)).toHaveAttribute("aria-posinset", String(stations.length));
  await listRow(page, last.serial_number).locator(`a[href="/stations/${last.name}"]`).click();
  await expect(page).toHaveURL(new RegExp(`/stations/${last.name}$`));
  await page.goBack();
  await expect(listRow(page, last.serial_number)).toBeInViewport();
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`/stations/${last.name}$`));
  await page.goBack();

  await page.getByRole("button", { name: "Reverse order" }).click();
  await expect(rows(page).first()).toContainText(last.serial_number);
  await page.getByRole("searchbox", { name: "Search" }).fill(first.serial_number);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(first.serial_number);
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await page.getByRole("button", { name: /^Online: \d/ }).click();
  await expect(page).toHaveURL(/stations-f-online=1/);
  await expect(page.getByRole("button", { name: /^Online: \d/ })).toHaveAttribute("aria-pressed", "true");

  await page.goto(`/?${ALL}&stations-group=organization`);
  const organizations = Map.groupBy(stations, ({ organization_name: name }) => name);
  await expect(page.getByText(`${organizations.size} groups`)).toBeVisible();
  await page.getByRole("button", { name: "Collapse all" }).click();
  await expect(rows(page)).toHaveCount(organizations.size);
  for (const [name, some] of organizations)
    await expect(page.getByRole("listitem", { name: `Organization ${name}`, exact: true })).toContainText(
      `${some.length} station`,
    );
  expect(whole).toEqual([]);
});

test("a list in pages shows changes, and has all stations on the map", async ({ page, large }) => {
  await large.logIn(page.context(), ADMIN);
  const stations = await allStations(page);
  const [changed] = stations;
  if (!changed) throw new Error("There are no stations.");
  await page.goto(`/?${ALL}&stations-sort=serial_number`);
  await expectLive(page);
  await expect(listRow(page, changed.serial_number)).toBeVisible();
  await editStation(page, changed.name, { description: "moved to the north pad" });
  await expect(listRow(page, changed.serial_number)).toContainText("moved to the north pad");

  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expectMapIdle(page);
  const below = page.getByRole("region", { name: "Stations in view" });
  await expect(below.getByRole("heading", { name: /^\d+ stations? in view$/ })).toBeVisible();
  const inView = Number(/^\d+/.exec(await below.getByRole("heading").innerText())?.[0]);
  await expect(below.getByRole("listitem").first()).toHaveAttribute("aria-setsize", String(inView));
  const onMap = async () => {
    const labels = await mapOf(page)
      .getByRole("button", { name: /stations|: / })
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? ""));
    return labels.reduce((sum, label) => sum + Number(/^(\d+) stations/.exec(label)?.[1] ?? 1), 0);
  };
  const off = mapOf(page).getByText(/not on the map\.$/);
  const unlocated = async () => Number(((await off.count()) > 0 && /^\d+/.exec(await off.innerText())?.[0]) || 0);
  await expect.poll(async () => (await onMap()) + (await unlocated())).toBe(stations.length);
});

test("nothing loads all stations of a large fleet", async ({ page, large }) => {
  await large.logIn(page.context(), ADMIN);
  const whole = watchListRequests(page);
  const stations = await allStations(page);
  const [first, second] = stations.filter(({ station_type, actual }) => station_type === "atlas" && actual);
  if (!first || !second) throw new Error("There are no stations.");

  await page.goto("/manage/users");
  await page.getByRole("button", { name: "Go to…" }).click();
  const palette = page.getByRole("dialog", { name: "Go to" });
  await palette.getByRole("combobox").fill(second.serial_number);
  await expect(palette.getByRole("option").first()).toContainText(second.serial_number);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/stations/${second.name}$`));

  await page.goto("/manage/audit");
  await page.getByRole("button", { name: "Station: Any" }).click();
  await page.getByRole("searchbox", { name: "Search station" }).fill(first.serial_number);
  await page.getByRole("radio", { name: first.serial_number }).click();
  await expect(page.getByRole("button", { name: `Station: ${first.serial_number}` })).toBeVisible();

  await page.goto("/supportlog/triage?supportlog-all=1");
  await expect
    .poll(async () => {
      const parts = "include_support_metrics=true&include_retired=true";
      const all: Station[] = await (await page.request.get(`/api/stations?${parts}`)).json();
      const errors = all
        .map(({ support_metrics: metrics }) => metrics?.errors_unresolved ?? 0)
        .filter((some) => some > 0);
      const shown = await page
        .getByRole("status")
        .filter({ hasText: /unresolved errors? at/ })
        .innerText();
      return shown.includes(` at ${errors.length} station`);
    })
    .toBe(true);

  for (const [path, table] of [
    ["/ssot", "Station Config"],
    ["/ssot/hw-variation", "Hardware Variation"],
    ["/ssot/replaceables", "Replaceables"],
    ["/ssot/swaps", "Swap Counts"],
  ] as const) {
    await page.goto(`${path}?stations-q=${encodeURIComponent(first.serial_number)}`);
    await expect(page.getByRole("table", { name: table, exact: true })).toContainText(first.serial_number);
  }
  expect(whole).toEqual([]);
});
