import { listStations } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleSnapshot } from "../../../shared/test/sample-snapshot.ts";
import { fakeClock } from "../../test/clock.ts";
import { customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { openTelemetry, STATION_PATH } from "../../test/fake-station-page.ts";
import { dialog, reading } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const parts = page.getByRole("navigation", { name: "Telemetry" });
const table = (name: string) => page.getByRole("group", { name, exact: true });

describe("the Telemetry tab", () => {
  // @spec 3.2, 63.2, 64.1, 65.1, 66.1, 67.1, 68.1, 96.1
  test("has a link with an address for each part", async () => {
    const { status } = sampleSnapshot();
    const hexboard = { name: "HexBoard", path: "/dev/ttyUSB0", detected: true, last_detected: 1_780_000_000 };
    const { router } = openTelemetry("", {
      status: { ...status, mac_address: "02:00:00:00:00:01", usb_status: { serial_devices_detected: { hexboard } } },
      motors_atlas: [{ name: "Step0" }],
      motors_dc_atlas: [{ name: "dc0" }],
      motors_bldc_atlas: [{ name: "bldc0" }],
    });
    const path = () => router.state.location.pathname;
    await page.getByRole("navigation", { name: "Station" }).getByRole("link", { name: "Telemetry" }).click();
    await expect.poll(path).toBe(`${STATION_PATH}/telemetry/latest/status`);
    await expect.poll(() => reading("MAC Address")).toEqual(["02:00:00:00:00:01"]);
    await parts.getByRole("link", { name: "Motors" }).click();
    for (const name of ["Stepper Motors", "DC Motors", "BLDC Motors"]) await expect.element(table(name)).toBeVisible();
    await parts.getByRole("link", { name: "Chargers" }).click();
    await expect.poll(() => page.getByRole("list", { name: "Battery slots" }).getByRole("listitem").length).toBe(8);
    await parts.getByRole("link", { name: "USB" }).click();
    await expect.element(table("Serial Devices")).toMatchTextContent("HexBoard");
    await parts.getByRole("link", { name: "Raw" }).click();
    const raw = page.getByRole("textbox", { name: "Raw telemetry" });
    await expect.element(raw).toHaveValue(expect.stringContaining('"internal_temperature": 71'));
    await expect.poll(path).toBe(`${STATION_PATH}/telemetry/latest/raw`);
  });

  // @spec 65.1
  test("has tables of stepper, DC and BLDC motors for atlas stations only", async () => {
    const motors = [{ name: "Door motor", port: 1 }];
    openTelemetry(
      "/telemetry/latest/motors",
      { motors, motors_atlas: [{ name: "Step0" }] },
      { station_type: "universal" },
    );
    await expect.element(table("Motors")).toMatchTextContent("Door motor");
    expect(table("Stepper Motors").elements()).toEqual([]);
  });

  test("has as many motors as the station reports, also those of one name, after each snapshot", async () => {
    const clock = fakeClock();
    let position = 1;
    const station = onlineStation({ station_type: "universal" });
    const server = startFakeConsole({ stations: [station] });
    server.on(listStations, async () => {
      const motors = ["M", "M", "N"].map((name, index) => ({ name, position: position * 10 ** index }));
      return { status: 200 as const, body: [{ ...station, last_telemetry_data: sampleSnapshot({ motors }) }] };
    });
    openConsole(`${STATION_PATH}/telemetry/latest/motors`);
    const rows = () => [...(table("Motors").query()?.querySelectorAll("tbody tr") ?? [])].map((row) => row.textContent);
    for (const next of [1, 2, 3]) {
      position = next;
      await clock.pass(15_000);
      const positions = [next, next * 10, next * 100];
      await expect
        .poll(() => rows().map((text, row) => text.includes(`${positions[row]}`)))
        .toEqual([true, true, true]);
    }
  });

  // @spec 296.1, 296.2
  test("shows an error as danger, a warning, and a reported type that is not the recorded one", async () => {
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
  ])("says that there is nothing to show: %s", async (part, sentence) => {
    const without = { status: {}, motors_atlas: undefined, motors_dc_atlas: undefined, motors_bldc_atlas: undefined };
    openTelemetry(`/telemetry/latest/${part}`, { ...without, charger_info: undefined });
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  // @spec 296.2
  test("says that there is no charger data also when the charger has no batteries", async () => {
    openTelemetry("/telemetry/latest/chargers", { charger_info: { batteries: [] } });
    await expect.element(page.getByText("There is no charger data for this station.")).toBeVisible();
  });

  test("says that there is no telemetry yet", async () => {
    openTelemetry("/telemetry", null);
    await expect.element(page.getByText("There doesn't seem to be any telemetry yet.")).toBeVisible();
  });
});

describe("the Telemetry dialog", () => {
  const opener = page.getByRole("button", { name: "Telemetry", exact: true });

  /** Opens the details of the station in the list. */
  async function openRow() {
    const server = startFakeConsole({ user: customer });
    openConsole("/?stations-type=");
    await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
    return server;
  }

  // @spec 63.1, 63.2
  test("opens from an opened row, and the arrow keys move between its tabs", async () => {
    await openRow();
    await opener.click();
    await expect.element(dialog()).toHaveAccessibleName("Atlas 0001 Telemetry");
    await dialog().getByRole("tab", { name: "Status" }).click();
    await userEvent.keyboard("{ArrowRight}");
    await expect.element(dialog().getByRole("tab", { name: "Motors" })).toHaveFocus();
    await expect.element(dialog().getByRole("tabpanel", { name: "Motors" })).toBeVisible();
    await dialog().getByRole("button", { name: "Close", exact: true }).click();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  // @spec 63.1
  test("closes when the station cannot be loaded", async () => {
    const server = await openRow();
    server.on(listStations, async () => {
      throw new TypeError("Failed to fetch");
    });
    await opener.click();
    const sentence = "Unable to contact the server (likely due to a network error)";
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  // @spec 63.1
  test("closes when the station does not exist", async () => {
    const server = await openRow();
    server.on(listStations, async () => ({ status: 200 as const, body: [] }));
    await opener.click();
    await expect.element(page.getByText("This station doesn't seem to exist.")).toBeVisible();
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });
});
