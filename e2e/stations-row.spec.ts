import { visibleCameras } from "@groundcrew/shared/cameras";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { Page } from "@playwright/test";
import { ADMIN, firstStation, showAlone } from "./station-parts.ts";
import { expect, test } from "./test.ts";

/** The fields of a station in the server's response that the tests use. */
type Sent = {
  name: string;
  serial_number: string;
  station_type: StationType;
  location_deployment: string;
  hexone_dashboard: string | null;
  last_telemetry_data: {
    battery_info?: { batteries: { name: string; on_off: boolean; current: number | null }[] };
    status?: {
      usb_status?: { all_cameras_detected?: boolean; cameras?: Record<string, { name: string; detected: boolean }> };
    };
  } | null;
};

async function showFirst(page: Page, fits: (of: Sent) => boolean) {
  const station = await firstStation(page, "include_telemetry=true", fits);
  return { station, row: await showAlone(page, station) };
}

const camerasOf = (of: Sent) =>
  visibleCameras(Object.values(of.last_telemetry_data?.status?.usb_status?.cameras ?? {}), of.station_type);
const batteriesOf = (of: Sent) => of.last_telemetry_data?.battery_info?.batteries ?? [];

// @spec 19.1
test("the brand leads to the stations", async ({ login, system }) => {
  const page = await login(ADMIN, "/?stations-q=atlas");
  await page.getByRole("banner").getByRole("link", { name: "Groundcrew" }).click();
  await expect(page).toHaveURL(`${system.url}/`);
});

for (const [menu, options] of [
  [
    "Sort",
    "Default, Serial Number, Description, Swaps, Temperature, Version, Uptime, Firmware Version, Unresolved, Last Error",
  ],
  ["Group", "None, Organization, Support, API Version, Firmware Version"],
  ["Time", "All, Year, Month, Week, Day"],
] as const) {
  // @spec 46.1, 46.2, 46.4
  test(`the ${menu} menu offers the specification's choices, and one that is taken goes into the address`, async ({
    login,
  }) => {
    const page = await login(ADMIN);
    await page.getByRole("button", { name: new RegExp(`^${menu}:`) }).click();
    const items = page.getByRole("menuitemradio");
    await expect(items).toHaveText(options.split(", "));
    await items.last().click();
    await expect(page).toHaveURL(/stations-/);
    await expect(items).toHaveCount(0);
    // Opened by keyboard, the menu focuses the selected option.
    await page.getByRole("button", { name: `${menu}: ${options.split(", ").at(-1)}` }).press("Enter");
    await expect(items.last()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(items.nth(-2)).toBeFocused();
  });
}

// @spec 46.1
test("the sort is turned round with a toggle", async ({ login }) => {
  const page = await login(ADMIN, "/?stations-sort=serial_number");
  const first = page.getByRole("list", { name: "Stations" }).getByRole("listitem").first();
  await expect(first).toContainText(/\d/);
  const before = await first.textContent();
  const toggle = page.getByRole("button", { name: "Reverse order" });
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await expect(first).not.toHaveText(before ?? "");
  await expect(page).toHaveURL(/stations-sort-invert=1/);
});

// @spec 49.3, 49.4
test("a row links to the station's own dashboard and to its page", async ({ login, system }) => {
  const page = await login(ADMIN);
  const { station, row } = await showFirst(page, (of) => of.hexone_dashboard !== null);
  const dashboard = row.getByRole("link", { name: /^(ONLINE|OFFLINE)/ });
  await expect(dashboard).toHaveAttribute("href", station.hexone_dashboard ?? "");
  await row.getByRole("link", { name: /^(ACTIVE|IDLE|INACTIVE|UNKNOWN)/ }).click();
  await expect(page).toHaveURL(new RegExp(`^${system.url}/stations/${station.name}(/|$)`));
});

// @spec 49.2
test("a station without a place says 'deploy location unknown'", async ({ login }) => {
  const page = await login(ADMIN);
  const { row } = await showFirst(page, (of) => of.location_deployment === "");
  await expect(row).toContainText("deploy location unknown");
});

// @spec 52.6, 52.7
test("an open row lists batteries with their current when ON, and which cameras are detected", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  // The last report of an offline station doesn't change during the test.
  const { station, row } = await showFirst(
    page,
    (of) => system.staysOffline(of.name) && camerasOf(of).length > 0 && batteriesOf(of).some(({ on_off }) => on_off),
  );
  await row.getByRole("button", { name: /^Details of/ }).click();
  for (const { name, on_off } of batteriesOf(station)) {
    const battery = row.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });
    await expect(battery.first()).toContainText(on_off ? /ON \d+\.\d\d A/ : "OFF");
  }
  const found = camerasOf(station).filter(({ detected }) => detected).length;
  await expect(row).toContainText(`${found} of ${camerasOf(station).length} detected`);
});

// @spec 53.1
test("a row warns when not all cameras are detected, and only then", async ({ login }) => {
  const page = await login(ADMIN);
  const detected = (of: Sent) => of.last_telemetry_data?.status?.usb_status?.all_cameras_detected;
  const warning = "Not all cameras are detected";
  const { row: missing } = await showFirst(page, (of) => detected(of) === false);
  await expect(missing.getByLabel(warning)).toBeVisible();
  const { row: whole } = await showFirst(page, (of) => detected(of) === true);
  await expect(whole).toBeVisible();
  await expect(whole.getByLabel(warning)).toHaveCount(0);
});
