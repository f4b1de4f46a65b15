import { getStation, listStations, type Station } from "@groundcrew/shared/stations";
import { getStationHistory } from "@groundcrew/shared/stats";
import type { Snapshot } from "@groundcrew/shared/telemetry";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { sampleSnapshot } from "../../../../shared/test/sample-snapshot.ts";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { dialog, pressReading, reading, readingButton } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const PATH = "/stations/gc-000000000001";

/** Opens a path of the station's page. */
function openStation(path: string, differences: Partial<Station> = {}) {
  const server = startFakeConsole({ stations: [onlineStation(differences)] });
  return { server, ...openConsole(`${PATH}${path}`) };
}

/** Opens a part of the telemetry of a station that has reported a snapshot; null if it has reported none. */
function openTelemetry(path: string, snapshot: Partial<Snapshot> | null) {
  const server = startFakeConsole();
  const last_telemetry_data = snapshot && sampleSnapshot(snapshot);
  server.on(listStations, async () => ({ status: 200 as const, body: [{ ...onlineStation(), last_telemetry_data }] }));
  openConsole(`${PATH}${path}`);
}

describe("the telemetry", () => {
  // @spec 296.1, 296.2
  test("tells an error as danger, a warning, and a reported type that is not the recorded one", async () => {
    openTelemetry("/telemetry/latest/status", {
      error_message: "Roof is blocked",
      warn_message: "Pad is slow",
      status: { station_type: "global" },
    });
    await expect.element(page.getByRole("alert")).toHaveTextContent("Roof is blocked");
    await expect.element(page.getByRole("status").filter({ hasText: "Pad is slow" })).toBeVisible();
    const mismatch = "The station reports that it is of type global, but it is recorded as atlas.";
    await expect.element(page.getByRole("status").filter({ hasText: mismatch })).toBeVisible();
    await expect.element(page.getByText("IP location data is unavailable")).toBeVisible();
  });

  // @spec 296.2
  test.each([
    ["usb", "No USB devices have been detected."],
    ["chargers", "There is no charger data for this station."],
    ["motors", "There is no motor data for this station."],
  ])("says what there is none of: %s", async (part, sentence) => {
    const without = { status: {}, motors_atlas: undefined, motors_dc_atlas: undefined, motors_bldc_atlas: undefined };
    openTelemetry(`/telemetry/latest/${part}`, { ...without, charger_info: undefined });
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  test("says that there is none yet", async () => {
    openTelemetry("/telemetry", null);
    await expect.element(page.getByText("There doesn't seem to be any telemetry yet.")).toBeVisible();
  });

  // @spec 63.1
  test("closes its dialog when the station fetch returns nothing", async () => {
    const server = startFakeConsole();
    openConsole("/?stations-type=");
    await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
    server.on(listStations, async () => ({ status: 200 as const, body: [] }));
    await page.getByRole("button", { name: "Telemetry", exact: true }).click();
    await expect.element(page.getByText("This station doesn't seem to exist.")).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});

describe("the station page", () => {
  // @spec 90.2
  test("loads with 'Loading...'", async () => {
    const { server } = openStation("");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getStation, async () => {
      await released;
      return { status: 200 as const, body: onlineStation() };
    });
    await expect.element(page.getByText("Loading...").first()).toBeVisible();
    release();
    await expect.poll(() => reading("API Version").length).toBe(1);
  });

  // @spec 103.1, 103.2
  test("says when a station last swapped, and that it is mocked", async () => {
    openStation("", { actual: false });
    await expect.element(page.getByText("Mocked Station")).toBeVisible();
    await expect.poll(() => reading("Last Swapped")).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d .* ago$/)]);
    expect(reading("Last Telemetry")).toEqual([expect.stringMatching(/ago$/)]);
  });

  // @spec 103.1, 103.2
  test("says that a station has never swapped, and nothing of telemetry it never sent", async () => {
    openStation("", { last_online_status: false, last_telemetry: null, last_swapped: null });
    await expect.poll(() => reading("Last Swapped")).toEqual(["never"]);
    expect(reading("Last Telemetry")).toEqual([]);
    expect(page.getByText("Mocked Station").elements()).toEqual([]);
  });

  // @spec 103.2
  test("leads admins from Errors Unresolved to the triage, which Escape closes", async () => {
    openStation("");
    await pressReading("Errors Unresolved");
    const tab = dialog().getByRole("tab", { name: /Error Triage/ });
    await expect.element(tab).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  // @spec 103.2
  test("says 'Unknown' without support metrics", async () => {
    openStation("", { support_metrics: undefined });
    await expect.poll(() => reading("Errors Unresolved")).toEqual(["Unknown"]);
  });

  // @spec 103.2
  test("shows everyone the error log, and the triage to admins only", async () => {
    startFakeConsole({ user: customer });
    openConsole(PATH);
    await expect.poll(() => reading("Errors Unresolved").length).toBe(1);
    expect(readingButton("Errors")).not.toBeNull();
    expect(readingButton("Errors Unresolved")).toBeNull();
  });

  test("says 'No activity history tracked' where there is none", async () => {
    const { server } = openStation("");
    server.on(getStationHistory, async () => ({ status: 200 as const, body: [] }));
    await expect.element(page.getByText("No activity history tracked")).toBeVisible();
  });

  // @spec 303.3
  test("says that its history could not be loaded, and loads it when asked again", async () => {
    const server = startFakeConsole();
    server.on(getStationHistory, async () => {
      throw new TypeError("Failed to fetch");
    });
    openConsole(PATH);
    const history = page.getByRole("region", { name: "Activity Data" });
    await expect
      .element(history.getByRole("alert"))
      .toMatchTextContent("Unable to contact the server (likely due to a network error)");
    server.on(getStationHistory, async () => ({
      status: 200 as const,
      body: [
        { time: 1_780_000_020, swaps_performed: 1, error_count: 0, door: "closed" as const, pad: "empty" as const },
      ],
    }));
    await history.getByRole("button", { name: "Reload" }).click();
    await expect.element(history.getByRole("slider")).toBeInTheDocument();
  });
});

describe("the Config tab", () => {
  // @spec 105.2
  test("says 'There is no config data available yet.'", async () => {
    openStation("/config", { config_latest: null });
    await expect.element(page.getByText("There is no config data available yet.")).toBeVisible();
  });

  test.each([
    ["4.2", "counted from the door side."],
    ["5.0", "counted from the service hatch."],
  ])("describes a position for the station's hardware version %s", async (production_run_version, subtext) => {
    openStation("/config", {
      config_latest: sampleConfig({ positions: { BattX: [1, 2] }, offsets: { BattX: [0, 0] } }),
      ssot_latest: { created: "2026-01-01T00:00:00.000Z", production_run_version },
    });
    const offsets = page.getByRole("region", { name: "Offsets" });
    await expect.element(offsets.getByText(subtext).first()).toBeVisible();
  });
});
