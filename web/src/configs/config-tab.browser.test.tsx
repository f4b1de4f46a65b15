import { listStationConfigs } from "@groundcrew/shared/configs";
import { getStationTypes } from "@groundcrew/shared/station-types";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { sampleConfig } from "../../../shared/test/sample-config.ts";
import { openStation } from "../../test/fake-station-page.ts";
import { refuse } from "../../test/fake-server.ts";
import { elementsIn } from "../../test/find.ts";

const offsets = page.getByRole("region", { name: "Offsets" });
const units = page.getByRole("list", { name: "Unit Configs" });
const history = page.getByRole("list", { name: "Config history" });

/** The texts of a line of the offsets: position, offset and sum. */
function offsetTexts(label: string): string[] {
  const line = elementsIn(offsets, "dt").find(({ textContent }) => textContent === label)?.nextElementSibling;
  return [...(line?.querySelectorAll("span:not([aria-hidden]), b") ?? [])].map(({ textContent }) => textContent);
}

describe("the Config tab", () => {
  // @spec 105.1, 105.3
  test("shows position + offset = sum", async () => {
    openStation("/config", {
      config_latest: sampleConfig({ positions: { GantryZDrone: 1_200 }, offsets: { GantryZDrone: -15 } }),
    });
    await expect.poll(() => offsetTexts("Gantry Z Drone")).toEqual(["1200", "-15", "1185"]);
  });

  // @spec 105.4, 212.6
  test("shows the unit configs, unused ones only on request, and none of them can be changed", async () => {
    const unit_configs = Array.from({ length: 128 }, (_, nth) => nth !== 3);
    openStation("/config", { config_latest: sampleConfig({ unit_configs }) });
    await expect.element(units.getByRole("checkbox").first()).toHaveAccessibleName(/^UC 1(?!\d)/);
    await expect.element(units.getByRole("checkbox", { name: /^UC 3(?!\d)/ })).not.toBeChecked();
    await expect.element(units.getByRole("checkbox", { name: /^UC 4(?!\d)/ })).toBeChecked();
    const unused = units.getByRole("checkbox", { name: "UC 84" });
    expect(unused.elements()).toEqual([]);
    await page.getByRole("checkbox", { name: "Show Unused Unit Configs" }).click();
    await expect.element(unused).toBeVisible();
    await expect.element(unused).toBeDisabled();
  });

  // @spec 3.2, 105.5, 317.4
  test("shows the streaming info, read-only", async () => {
    const streaming_turn = {
      stun_url: "stun.example",
      stun_port: 3_478,
      turn_protocol: "udp",
      turn_url: "turn.example",
      turn_port: 5_349,
    };
    openStation("/config", { config_latest: sampleConfig({ streaming_turn }) });
    for (const [name, value] of [["STUN Port", 3_478] as const, ["TURN Port", 5_349] as const]) {
      const field = page.getByRole("spinbutton", { name });
      await expect.element(field).toHaveValue(value);
      await expect.element(field).toHaveAttribute("min", "1");
      await expect.element(field).toHaveAttribute("max", "65535");
      await expect.element(field).toHaveAttribute("readonly");
    }
    for (const [name, value] of Object.entries({
      "STUN URL": "stun.example",
      "TURN Protocol": "udp",
      "TURN URL": "turn.example",
    })) {
      const field = page.getByRole("textbox", { name });
      await expect.element(field).toHaveValue(value);
      await expect.element(field).toHaveAttribute("readonly");
    }
  });

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
    await expect.element(offsets.getByText(subtext).first()).toBeVisible();
  });

  // @spec 98.1, 105.1
  test("lists the history of configs, each of which opens", async () => {
    openStation("/config/history");
    await expect.poll(() => history.getByRole("listitem").length).toBe(2);
    const [newest] = history.getByRole("button").all();
    await expect.element(newest ?? history).toMatchTextContent(/^2026-05-01 .*Firmware 1\.9/);
    await newest?.click();
    await expect.element(history.getByRole("region", { name: "Offsets" })).toBeVisible();
  });

  // @spec 105.6, 303.2, 303.3
  test("says 'An error occurred loading config data.' and why", async () => {
    const { server } = openStation("");
    server.on(listStationConfigs, refuse(500, "The config is locked."));
    await page.getByRole("link", { name: "Config" }).click();
    await page.getByRole("navigation", { name: "Config" }).getByRole("link", { name: "History" }).click();
    const alert = page.getByRole("alert");
    await expect.element(alert).toMatchTextContent("An error occurred loading config data.");
    await expect.element(alert).toMatchTextContent("The config is locked.");
    server.on(listStationConfigs, async () => ({ status: 200 as const, body: [sampleConfig()] }));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => history.getByRole("listitem").length).toBe(1);
  });

  test("says that there is no configuration without the station types, which cannot be loaded", async () => {
    const { server } = openStation("/config", { config_latest: null });
    server.on(getStationTypes, refuse(500, "The types are locked."));
    await expect.element(page.getByText("There is no config data available yet.")).toBeVisible();
  });
});
