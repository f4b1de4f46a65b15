import type { Station } from "@groundcrew/shared/stations";
import type { Page } from "@playwright/test";
import { ADMIN, reading, tab, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the telemetry", () => {
  // @spec 3.2, 63.2, 64.1, 65.1, 66.1, 67.1, 68.1, 96.1
  test("has a tab with an address for each part", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}`);
    await tab(page, "Telemetry").click();
    await expect(page).toHaveURL(new RegExp(`/stations/${name}/telemetry/latest/status$`));
    await expect(reading(page, "MAC Address")).toHaveText(/^[0-9a-f:]{17}$/i);
    const parts = page.getByRole("navigation", { name: "Telemetry" });
    await parts.getByRole("link", { name: "Motors" }).click();
    for (const table of ["Stepper Motors", "DC Motors", "BLDC Motors"])
      await expect(page.getByRole("group", { name: table, exact: true })).toBeVisible();
    await parts.getByRole("link", { name: "Chargers" }).click();
    await expect(page.getByRole("list", { name: "Battery slots" }).getByRole("listitem")).toHaveCount(8);
    await parts.getByRole("link", { name: "USB" }).click();
    await expect(page.getByRole("group", { name: "Serial Devices" })).toContainText(/hexboard/i);
    await parts.getByRole("link", { name: "Raw" }).click();
    await expect(page.getByRole("textbox", { name: "Raw telemetry" })).toHaveValue(/"internal_temperature"/);
    await expect(page).toHaveURL(/telemetry\/latest\/raw$/);
  });

  // @spec 65.1
  test("shows stepper, DC and BLDC tables for atlas stations only", async ({ login, system }) => {
    const { name } = await system.onlineStation("universal");
    const page = await login(ADMIN, `/stations/${name}/telemetry/latest/motors`);
    await expect(page.getByRole("group", { name: "Motors" })).toBeVisible();
    await expect(page.getByRole("group", { name: "Stepper Motors" })).toHaveCount(0);
  });

  // @spec 63.1, 63.2
  test("opens as a dialog from an opened row, and its tabs are walked with the arrow keys", async ({
    login,
    system,
  }) => {
    const [own] = await system.stationsOf("Harbor Air");
    const serial = own?.serial_number ?? "";
    const page = await login(USER, `/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial)}`);
    await page.getByRole("button", { name: `Details of ${serial}` }).click();
    const opener = page.getByRole("button", { name: "Telemetry" });
    await opener.click();
    const dialog = page.getByRole("dialog", { name: `${serial} Telemetry` });
    await dialog.getByRole("tab", { name: "Status" }).press("ArrowRight");
    await expect(dialog.getByRole("tab", { name: "Motors" })).toBeFocused();
    await expect(dialog.getByRole("tabpanel", { name: "Motors" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  // @spec 63.1
  test("closes its dialog when the station fetch fails", async ({ login, system }) => {
    const { serial_number } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/?stations-q=${encodeURIComponent(serial_number)}`);
    await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
    await page.route(/station_name=/, (route) => route.abort());
    await page.getByRole("button", { name: "Telemetry" }).click();
    await expect(page.getByText("Unable to contact the server (likely due to a network error)")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test.describe("the Config tab", () => {
  // @spec 3.2, 105.1, 105.3, 105.4, 105.5, 212.6, 317.4
  test("shows position + offset = sum, unit configs and streaming info", async ({ login }) => {
    const page = await login(ADMIN);
    const nameOfOne = async () => {
      const all: Station[] = await (await page.request.get("/api/stations?include_config=true")).json();
      return all.find((of) => of.station_type === "atlas" && of.config_latest?.streaming_turn)?.name;
    };
    await expect.poll(nameOfOne).toBeDefined();
    await page.goto(`/stations/${await nameOfOne()}/config`);
    await expect.poll(async () => (await numbersOf(page, "Gantry Z Drone")).length).toBe(3);
    const [position, offset, sum] = await numbersOf(page, "Gantry Z Drone");
    expect(Number(position) + Number(offset)).toBe(sum);
    const units = page.getByRole("list", { name: "Unit Configs" });
    await expect(units.getByRole("checkbox").first()).toHaveAccessibleName(/^UC 1(?!\d)/);
    await expect(units.getByRole("checkbox", { name: "UC 84" })).toHaveCount(0);
    await page.getByRole("checkbox", { name: "Show Unused Unit Configs" }).click();
    await expect(units.getByRole("checkbox", { name: "UC 84" })).toBeVisible();
    await expect(units.getByRole("checkbox", { name: "UC 84" })).toBeDisabled();
    for (const name of ["STUN Port", "TURN Port"]) {
      const field = page.getByRole("spinbutton", { name });
      await expect(field).toHaveValue(/^\d+$/);
      for (const [limit, value] of [
        ["min", "1"],
        ["max", "65535"],
        ["readonly", ""],
      ] as const)
        await expect(field).toHaveAttribute(limit, value);
    }
    for (const name of ["STUN URL", "TURN Protocol", "TURN URL"])
      await expect(page.getByRole("textbox", { name })).not.toBeEditable();
  });

  // @spec 98.1, 105.1
  test("lists the history of configs", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}/config/history`);
    const history = page.getByRole("list", { name: "Config history" });
    await history.getByRole("button").first().click();
    await expect(history.getByRole("region", { name: "Offsets" })).toBeVisible();
  });

  // @spec 105.6, 303.2, 303.3
  test("says 'An error occurred loading config data.' and why", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("universal");
    await page.route(/\/configs$/, (route) => route.abort());
    await page.goto(`/stations/${name}/config/history`);
    await expect(page.getByRole("alert")).toContainText("An error occurred loading config data.");
    await page.unroute(/\/configs$/);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("list", { name: "Config history" })).toBeVisible();
  });
});

/** Position, offset and sum in a row of the Config tab. */
async function numbersOf(page: Page, label: string): Promise<number[]> {
  const line = page.getByRole("region", { name: "Offsets" }).locator("dl > div").filter({ hasText: label });
  const texts = await line.getByRole("definition").locator("span:not([aria-hidden]), b").allTextContents();
  return texts.map(Number);
}
