import { listStationErrors } from "@groundcrew/shared/station-errors";
import { getStation } from "@groundcrew/shared/stations";
import { getStationHistory } from "@groundcrew/shared/stats";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleError } from "../../../shared/test/sample-error.ts";
import { customer, onlineStation, startFakeConsole } from "../../test/fake-console.ts";
import { openStation, STATION_PATH } from "../../test/fake-station-page.ts";
import { dialog, elementsIn } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const opener = page.getByRole("button", { name: "Data History" });

describe("the Data History dialog", () => {
  // @spec 71.1, 71.2, 71.3, 181.4
  test("has the latest unresolved error in red with job type and occurrence time, the warning and the history", async () => {
    const { server } = openStation("", { last_telemetry_data: { warn_message: "Pad is slower than usual" } });
    server.on(listStationErrors, async () => ({
      status: 200 as const,
      body: [sampleError({ job_type: "swap_drone", occurred: "2026-04-30T23:59:00.000Z" })],
    }));
    await opener.click();
    const alert = dialog().getByRole("alert");
    await expect
      .element(alert)
      .toMatchTextContent(/^Door is stuck\s*Latest unresolved error · swap_drone · occurred 2026-04-30 /);
    await expect.element(dialog().getByRole("status").filter({ hasText: "Pad is slower than usual" })).toBeVisible();
    await expect
      .element(dialog().getByRole("region", { name: "Activity Data" }).getByRole("slider"))
      .toBeInTheDocument();
  });

  // @spec 71.1
  test("has one Refresh button, which requests the station, its latest error and its history", async () => {
    const { server } = openStation("");
    await opener.click();
    await expect.element(dialog().getByRole("slider")).toBeInTheDocument();
    await expect.poll(server.pending).toBe(0);
    const endpoints = [getStation, listStationErrors, getStationHistory];
    const counts = () => endpoints.map((endpoint) => server.requestsTo(endpoint).length);
    const before = counts();
    await dialog().getByRole("button", { name: "Refresh" }).click();
    await expect.poll(counts).toEqual(before.map((count) => count + 1));
  });

  // @spec 71.1, 181.4, 228.1
  test("says that nothing is unresolved, and offers the error log to admins only", async () => {
    const server = startFakeConsole({ user: customer });
    server.on(listStationErrors, async () => ({ status: 200 as const, body: [] }));
    openConsole(STATION_PATH);
    await opener.click();
    await expect.element(dialog()).toMatchTextContent("No unresolved errors");
    await expect.element(dialog().getByRole("button", { name: "Refresh" })).toBeVisible();
    expect(dialog().getByRole("button", { name: "View Error Log" }).elements()).toEqual([]);
  });

  test("opens from an opened row, opens the error log, and gives the focus back", async () => {
    startFakeConsole();
    openConsole("/?stations-type=");
    await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
    await opener.click();
    const history = page.getByRole("dialog", { name: "Atlas 0001 Data History" });
    await history.getByRole("button", { name: "View Error Log" }).click();
    const log = page.getByRole("dialog", { name: "Atlas 0001 Error Log" });
    await expect.element(log).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(log).not.toBeInTheDocument();
    await userEvent.keyboard("{Escape}");
    await expect.element(history).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  });

  // @spec 319.2
  test("has a chart 97% as wide as its container and 400 px high", async () => {
    startFakeConsole({ stations: [onlineStation({ station_type: "universal" })] });
    openConsole(STATION_PATH);
    await opener.click();
    const plot = () => elementsIn(dialog(), ".uplot")[0];
    await expect.poll(() => plot()?.getBoundingClientRect().height).toBe(400);
    const container = plot()?.parentElement?.parentElement;
    await expect
      .poll(() => (plot()?.getBoundingClientRect().width ?? 0) / (container?.getBoundingClientRect().width ?? NaN))
      .toBeCloseTo(0.97, 2);
  });
});
