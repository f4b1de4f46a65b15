import { getStation } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { customer, onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { activityData, openStation, serveHistory, STATION_PATH } from "../../../test/fake-station-page.ts";
import { dialog, pressReading, reading, readingButton } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const tab = (name: string) => page.getByRole("navigation", { name: "Station" }).getByRole("link", { name });
const main = page.getByRole("main");

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

  // @spec 90.1
  test("has a header with the id part, serial number, organization and status", async () => {
    openStation("");
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("000000000001");
    for (const text of ["Atlas 0001 · Harbor Air", "ONLINE", "Last Online now"])
      await expect.element(main).toMatchTextContent(text);
  });

  // @spec 90.1
  test.each([
    ["5m ago", 5 * 60_000],
    ["never", null],
  ])("has Last Online in its header: %s", async (text, ageMs) => {
    const last_online = ageMs === null ? null : new Date(Date.now() - ageMs).toISOString();
    openStation("", { last_online_status: false, last_online });
    await expect.element(main.getByText(`Last Online ${text}`)).toBeVisible();
  });

  // @spec 90.3, 299.3
  test("says 'This station doesn't seem to exist.' when the server does not find the station", async () => {
    const server = startFakeConsole();
    server.on(getStation, async () => {
      throw new Rejection(404, "There is no such station.");
    });
    const { router } = openConsole("/stations/gc-ffffffffffff");
    await expect.element(page.getByRole("alert")).toMatchTextContent("This station doesn't seem to exist.");
    await page.getByRole("link", { name: "Back to Stations List" }).click();
    await expect.poll(() => router.state.location.pathname).toBe("/");
  });

  // @spec 23.1, 94.1
  test("shows its Overview for an unknown path", async () => {
    const { router } = openStation("/nothing/here");
    await expect.poll(() => router.state.location.pathname).toBe(STATION_PATH);
    await expect.element(tab("Overview")).toHaveAttribute("aria-current", "page");
  });

  // @spec 24.1, 95.1
  test("shows its Overview instead of Edit to someone who is not an admin", async () => {
    startFakeConsole({ user: customer });
    const { router } = openConsole(`${STATION_PATH}/edit`);
    await expect.poll(() => router.state.location.pathname).toBe(STATION_PATH);
    await expect.element(tab("Overview")).toBeVisible();
    expect(tab("Edit").elements()).toEqual([]);
  });

  // @spec 90.4, 177.6, 309.5
  test("is requested again every 15 seconds, in the background and with its entity tag", async () => {
    const clock = fakeClock();
    const server = startFakeConsole();
    const times: number[] = [];
    server.on(getStation, async ({ headers }) => {
      times.push(Date.now());
      if (headers["if-none-match"] === '"7"') return { status: 304 as const, body: null, headers: { etag: '"7"' } };
      return { status: 200 as const, body: onlineStation(), headers: { etag: '"7"' } };
    });
    openConsole(STATION_PATH);
    await expect.poll(() => reading("API Version")).toEqual(["4.2.0"]);
    await clock.pass(16_000);
    await expect.poll(() => times.length).toBe(2);
    const [first = NaN, second = NaN] = times;
    // The interval begins when the page requests it, which is some moments before the server notes it.
    expect(second - first).toBeGreaterThan(14_000);
    expect(second - first).toBeLessThan(17_000);
    const headers = server.requestsTo(getStation).at(-1)?.headers;
    expect(headers?.get("if-none-match")).toBe('"7"');
    expect(headers?.get("x-background")).toBe("1");
    expect(reading("API Version")).toEqual(["4.2.0"]);
  });
});

describe("the Overview", () => {
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
  test("counts swaps and errors, also since shipment, and unresolved errors", async () => {
    openStation("");
    await expect.poll(() => reading("Swaps")).toEqual(["120"]);
    expect(reading("Swaps Since Shipment")).toEqual(["117"]);
    expect(reading("Errors")).toEqual(["5"]);
    expect(reading("Errors Since Shipment")).toEqual(["4"]);
    expect(reading("Errors Unresolved")).toEqual(["1"]);
  });

  // @spec 103.3
  test("has the cycle counts that the station reports, and no others", async () => {
    openStation("", {
      last_telemetry_data: {
        cycles_performed: { drone_toggle_count: 7, pad_cycle_count: 12, roof_cycle_count: 3_400 },
      },
    });
    await expect.poll(() => reading("Roof Cycles")).toEqual(["3,400"]);
    expect(reading("Drone Toggles")).toEqual(["7"]);
    expect(reading("Pad Cycles")).toEqual(["12"]);
    expect(reading("Lat Cycles")).toEqual([]);
  });

  // @spec 103.2
  test("lists the swaps of each period in a dialog, which gives the focus back", async () => {
    openStation("");
    await pressReading("Swaps");
    await expect.element(dialog()).toHaveAccessibleName("Atlas 0001 Swaps");
    const rows = dialog().getByRole("row");
    await expect
      .poll(() => rows.elements().map(({ textContent }) => textContent))
      .toEqual(["PeriodSwaps", "All120", "Year100", "Month20", "Week10", "Day2", "Shipment (2025-01-10)117"]);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    expect(document.activeElement).toBe(readingButton("Swaps"));
  });

  test("shows dashes where the counts at shipment are unknown", async () => {
    const { server } = openStation("", { shipped: "2020-01-01", swaps_shipment: null, errors_shipment: null });
    const time = Math.floor(Date.now() / 60_000) * 60 - 600;
    serveHistory(server, [{ time, swaps_performed: 120, error_count: 5, door: "closed", pad: "empty", online: true }]);
    await expect.poll(() => reading("Swaps Since Shipment")).toEqual(["–"]);
    expect(reading("Errors Since Shipment")).toEqual(["–"]);
    const text = /Swaps – · Errors – in this range · history since \d{4}-\d\d-\d\d/;
    await expect.element(activityData()).toMatchTextContent(text);
    const slider = activityData().getByRole("slider");
    await expect.element(slider).toHaveAccessibleName(/: – swaps and – errors\.$/);
    await pressReading("Swaps");
    await expect.element(dialog().getByRole("row").last()).toHaveTextContent("Shipment (2020-01-01)–");
  });

  // @spec 103.2
  test("opens the triage from Errors Unresolved for admins, and Escape closes it", async () => {
    openStation("");
    await pressReading("Errors Unresolved");
    const triage = dialog().getByRole("tab", { name: /Error Triage/ });
    await expect.element(triage).toHaveAttribute("aria-selected", "true");
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
    openConsole(STATION_PATH);
    await expect.poll(() => reading("Errors Unresolved").length).toBe(1);
    expect(readingButton("Errors")).not.toBeNull();
    expect(readingButton("Errors Unresolved")).toBeNull();
  });
});
