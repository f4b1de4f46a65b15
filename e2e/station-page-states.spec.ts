import type { Station } from "@groundcrew/shared/stations";
import { ADMIN, firstStation, reading, receiveSnapshot, receiveStation, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const PARTS = "include_support_metrics=true&include_config=true";

test.describe("the telemetry", () => {
  // @spec 296.1, 296.2
  test("tells an error as danger, a warning, and a reported type that is not the recorded one", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("atlas");
    await receiveSnapshot(page, {
      error_message: "Roof is blocked",
      warn_message: "Pad is slow",
      status: { station_type: "global" },
    });
    await page.goto(`/stations/${name}/telemetry/latest/status`);
    await expect(page.getByRole("alert")).toHaveText("Roof is blocked");
    await expect(page.getByRole("status").filter({ hasText: "Pad is slow" })).toBeVisible();
    const mismatch = "The station reports that it is of type global, but it is recorded as atlas.";
    await expect(page.getByRole("status").filter({ hasText: mismatch })).toBeVisible();
    await expect(page.getByText("IP location data is unavailable")).toBeVisible();
  });

  // @spec 296.2
  test("says what there is none of", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("universal");
    await receiveSnapshot(page, { status: {}, motors: [], charger_info: undefined });
    for (const [part, sentence] of [
      ["usb", "No USB devices have been detected."],
      ["chargers", "There is no charger data for this station."],
      ["motors", "There is no motor data for this station."],
    ]) {
      await page.goto(`/stations/${name}/telemetry/latest/${part}`);
      await expect(page.getByText(sentence ?? "")).toBeVisible();
    }
    await page.unrouteAll({ behavior: "wait" });
    await receiveSnapshot(page, null);
    await page.goto(`/stations/${name}/telemetry`);
    await expect(page.getByText("There doesn't seem to be any telemetry yet.")).toBeVisible();
  });

  // @spec 63.1
  test("closes its dialog when the station fetch returns nothing", async ({ login, system }) => {
    const { serial_number } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/?stations-q=${encodeURIComponent(serial_number)}`);
    await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
    await page.route(/station_name=/, (route) => route.fulfill({ json: [] }));
    await page.getByRole("button", { name: "Telemetry" }).click();
    await expect(page.getByText("This station doesn't seem to exist.")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
});

test.describe("the station page", () => {
  // @spec 90.2
  test("loads with 'Loading...'", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("global");
    const answer = Promise.withResolvers<void>();
    await page.route(new RegExp(`/api/stations/${name}\\?`), async (route) => {
      await answer.promise;
      await route.fallback();
    });
    await page.goto(`/stations/${name}`);
    await expect(page.getByText("Loading...")).toBeVisible();
    answer.resolve();
    await expect(reading(page, "API Version")).toBeVisible();
  });

  // @spec 103.1, 103.2
  test("says when a station last swapped, that it is mocked, and nothing of telemetry it never sent", async ({
    login,
  }) => {
    const page = await login(ADMIN);
    const { name } = await firstStation<Station>(
      page,
      PARTS,
      ({ actual, last_telemetry }) => !actual && last_telemetry !== null,
    );
    await page.goto(`/stations/${name}`);
    await expect(page.getByText("Mocked Station")).toBeVisible();
    await expect(reading(page, "Last Swapped")).toHaveText(/^(never|\d{4}-\d\d-\d\d .* ago)$/);
    await expect(reading(page, "Last Telemetry")).toHaveText(/ago$/);
    await receiveStation(page, name, { actual: true, last_telemetry: null, last_swapped: null });
    await page.reload();
    await expect(reading(page, "Last Swapped")).toHaveText("never");
    await expect(reading(page, "Last Telemetry")).toHaveCount(0);
    await expect(page.getByText("Mocked Station")).toHaveCount(0);
  });

  // @spec 103.2
  test("leads admins from Errors Unresolved to the triage, and says 'Unknown' without support metrics", async ({
    login,
  }) => {
    const page = await login(ADMIN);
    const { name, serial_number } = await firstStation<Station>(page, PARTS, (of) =>
      Boolean(of.support_metrics?.errors_unresolved),
    );
    await page.goto(`/stations/${name}`);
    await reading(page, "Errors Unresolved").getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: serial_number });
    await expect(dialog.getByRole("tab", { name: /Error Triage/ })).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await receiveStation(page, name, { support_metrics: undefined });
    await page.reload();
    await expect(reading(page, "Errors Unresolved")).toHaveText("Unknown");
  });

  // @spec 103.2
  test("shows everyone the error log, and the triage to admins only", async ({ login, system }) => {
    const [own] = await system.stationsOf("Harbor Air");
    const page = await login(USER, `/stations/${own?.name}`);
    await expect(reading(page, "Errors").getByRole("button")).toBeVisible();
    await expect(reading(page, "Errors Unresolved")).toBeVisible();
    await expect(reading(page, "Errors Unresolved").getByRole("button")).toHaveCount(0);
  });

  test("says 'No activity history tracked' where there is none", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("universal");
    await page.route(/statistics\/history/, (route) => route.fulfill({ json: [] }));
    await page.goto(`/stations/${name}`);
    await expect(page.getByText("No activity history tracked")).toBeVisible();
  });

  // @spec 303.3
  test("says that its history could not be loaded, and loads it when asked again", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("atlas");
    await page.route(/statistics\/history/, (route) => route.abort());
    await page.goto(`/stations/${name}`);
    const history = page.getByRole("region", { name: "Activity Data" });
    await expect(history.getByRole("alert")).toContainText(
      "Unable to contact the server (likely due to a network error)",
    );
    await page.unroute(/statistics\/history/);
    await history.getByRole("button", { name: "Reload" }).click();
    await expect(history.getByRole("slider")).toBeVisible();
  });
});

test.describe("the Config tab", () => {
  // @spec 105.2
  test("says 'There is no config data available yet.'", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("universal");
    await receiveStation(page, name, { config_latest: null });
    await page.goto(`/stations/${name}/config`);
    await expect(page.getByText("There is no config data available yet.")).toBeVisible();
  });

  test("describes a position for the station's hardware version", async ({ login }) => {
    const page = await login(ADMIN);
    const isAtlas = (of: Station) => of.station_type === "atlas" && of.config_latest?.positions["BattX"] !== undefined;
    const { name } = await firstStation<Station>(page, PARTS, isAtlas);
    for (const [production_run_version, subtext] of [
      ["4.2", "counted from the door side."],
      ["5.0", "counted from the service hatch."],
    ] as const) {
      await receiveStation(page, name, {
        ssot_latest: { created: "2026-01-01T00:00:00.000Z", production_run_version },
      });
      await page.goto(`/stations/${name}/config`);
      await expect(page.getByRole("region", { name: "Offsets" }).getByText(subtext).first()).toBeVisible();
      await page.unrouteAll({ behavior: "wait" });
    }
  });
});
