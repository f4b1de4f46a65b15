import { changeStationErrors, listStationErrors } from "@groundcrew/shared/station-errors";
import { revisionsHash } from "@groundcrew/shared/live";
import { listStations, namesHash, type Station } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleError } from "../../../../shared/test/sample-error.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { serveLive } from "../../../test/fake-live.ts";
import { serveOwnership } from "../../../test/fake-ownership.ts";
import { numberedStation, unresolved } from "../../../test/fake-stations.ts";
import { numberedErrors, serveSupportLog } from "../../../test/fake-support-log.ts";
import { dialog, focusOn } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const PATH = "/supportlog/triage";
const regions = page.getByRole("region", { name: /^Errors of/ });
const sentence = page.getByRole("status").filter({ hasText: /unresolved errors? at/ });
const station = page.getByRole("region", { name: "Errors of Atlas 0001" });

/** Opens the queue with some stations, all of which have the same errors. */
function openQueue(stations: Station[], path = PATH, errors = numberedErrors(2)) {
  const server = startFakeConsole({ stations });
  serveSupportLog(server, { errors });
  return { server, ...openConsole(path) };
}

const serials = () => regions.elements().map((region) => region.getAttribute("aria-label")?.replace("Errors of ", ""));

describe("the Error Triage queue", () => {
  // @spec 28.1, 119.1, 121.1
  test("has the stations that the navigation counts and, on request, internal, mocked and retired ones", async () => {
    const { router } = openQueue([
      numberedStation(1, { support_metrics: unresolved(3) }),
      numberedStation(2, { support_metrics: unresolved(2), actual: false }),
      numberedStation(3, { support_metrics: unresolved(0) }),
      numberedStation(4, { support_metrics: unresolved(4) }),
    ]);
    await expect.element(sentence).toHaveTextContent("7 unresolved errors at 2 stations");
    const link = page.getByRole("navigation", { name: "Support log" }).getByRole("link", { name: /^Error Triage/ });
    await expect.element(link).toMatchTextContent(/7$/);
    expect(serials()).toEqual(["Atlas 0001", "Atlas 0004"]);
    await page.getByRole("checkbox", { name: "Include internal, mocked and retired stations" }).click();
    await expect.poll(() => router.history.location.href).toBe(`${PATH}?supportlog-all=1`);
    await expect.element(sentence).toHaveTextContent("9 unresolved errors at 3 stations");
    await expect.element(link).toMatchTextContent(/7$/);
  });

  // @spec 84.2
  test("opens the support log and the telemetry of a station", async () => {
    openQueue([numberedStation(1)]);
    await station.getByRole("button", { name: "Support Log", exact: true }).click();
    await expect.element(page.getByRole("dialog", { name: "Viewing Support Log for Atlas 0001" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await station.getByRole("button", { name: "Telemetry", exact: true }).click();
    await expect.element(page.getByRole("dialog", { name: "Atlas 0001 Telemetry" })).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  });

  test("is sorted by most errors, and filtered by organization and search", async () => {
    const { router } = openQueue([
      numberedStation(1, { support_metrics: unresolved(3) }),
      numberedStation(2, { support_metrics: unresolved(120), organization_name: "Skyline Logistics" }),
      numberedStation(3, { support_metrics: unresolved(5) }),
    ]);
    await expect.poll(serials).toEqual(["Atlas 0001", "Atlas 0002", "Atlas 0003"]);
    await page.getByRole("button", { name: "Sort: Serial Number" }).click();
    await page.getByRole("menuitemradio", { name: "Most Errors" }).click();
    await expect.poll(() => router.history.location.href).toBe(`${PATH}?supportlog-sort=errors`);
    await expect.poll(serials).toEqual(["Atlas 0002", "Atlas 0003", "Atlas 0001"]);
    await expect.element(regions.first().getByRole("button", { name: /^Unresolved errors/ })).toHaveTextContent(">99");
    await page.getByRole("button", { name: "Organization: All" }).click();
    await page.getByRole("radio", { name: "Harbor Air" }).click();
    await expect.element(sentence).toHaveTextContent("8 unresolved errors at 2 stations");
    await page.getByRole("searchbox", { name: "Search" }).fill("no station has this name");
    await expect.element(page.getByText("No matching stations")).toBeVisible();
  });

  test("is walked with J and K, also from an error of a station, which A acknowledges and Enter opens", async () => {
    const { server } = openQueue([1, 2, 3].map((number) => numberedStation(number)));
    const known = serveOwnership(server);
    const opener = (number: number) => page.getByRole("button", { name: `Unresolved errors of Atlas 000${number}` });
    await expect.element(regions.first().getByRole("row").nth(1)).toBeVisible();
    await userEvent.keyboard("jj");
    await expect.element(opener(2)).toHaveFocus();
    focusOn(regions.nth(1).getByRole("checkbox").last());
    await userEvent.keyboard("a");
    await expect.poll(() => [...known.keys()]).toEqual(["gc-000000000002"]);
    await userEvent.keyboard("j");
    await expect.element(opener(3)).toHaveFocus();
    await userEvent.keyboard("k{Enter}");
    await expect.element(page.getByRole("dialog", { name: "Atlas 0002" })).toBeVisible();
  });

  test("shows how recently a station was active when it reports nothing else", async () => {
    const earlier = new Date(Date.now() - 600_000).toISOString();
    const times = { last_active: earlier, last_online: earlier, last_telemetry: earlier };
    const silent = numberedStation(1, { last_online_status: false, ...times });
    const { server } = openQueue([silent]);
    const live = serveLive(server);
    await expect.element(station.getByTitle(/^Active recently/)).toBeVisible();
    // The stream that was opened before the list is replaced by one from the list's time.
    await expect.poll(() => live.open().map(({ query }) => query.has("after"))).toEqual([true]);
    // After the time of the list, which has what was sent before.
    const at = new Date(Date.now() + 30_000).toISOString();
    const columns = { last_active: [30_000], last_online: [30_000], last_telemetry: [30_000], clock_skew_ms: [0] };
    const readings = { volatile: { at, names_hash: namesHash([silent.name]), skipped: [0], ...columns } };
    const requested = server.requestsTo(listStations).length;
    live.last().send("stations", { at, changes: [readings], revisions_hash: revisionsHash([silent.rev]) });
    await expect.element(station.getByTitle(/^Active now/)).toBeVisible();
    expect(server.requestsTo(listStations)).toHaveLength(requested);
  });

  test("renders only the stations near the window, as far as the last one", async () => {
    const stations = Array.from({ length: 30 }, (_, index) =>
      numberedStation(index + 1, { support_metrics: unresolved(1) }),
    );
    openQueue(stations);
    await expect.element(regions.first()).toBeVisible();
    expect(regions.length).toBeLessThan(15);
    // Stations are taller than estimated, which shows only when they are in view.
    await expect
      .poll(() => {
        window.scrollTo(0, document.body.scrollHeight);
        return serials().at(-1);
      })
      .toBe("Atlas 0030");
  });

  test("a station that grows, as when its errors arrive, moves the ones below it at once and never overlaps them", async () => {
    openQueue([numberedStation(1), numberedStation(2)]);
    const [first, second] = [regions.first(), regions.nth(1)];
    await expect.element(second.getByRole("row").last()).toBeVisible();
    const grown = document.createElement("div");
    grown.style.height = "500px";
    first.element().append(grown);
    expect(second.element().getBoundingClientRect().top).toBeGreaterThan(grown.getBoundingClientRect().bottom);
  });

  test("counts all errors in triage and all attached errors, whatever time is selected", async () => {
    const { server } = openQueue([numberedStation(1)]);
    server.on(listStationErrors, async ({ query }) => ({
      status: 200 as const,
      body: [
        sampleError({ id: 1, time_logged: new Date().toISOString() }),
        ...(query.filter_after === undefined
          ? [sampleError({ id: 2 }), sampleError({ id: 3, supportlog_entry_id: 7 })]
          : []),
      ],
    }));
    const counts = station.getByText("2 to triage · 1 attached");
    await expect.element(counts).toBeVisible();
    await expect.poll(() => station.getByRole("row").length).toBe(3);
    await station.getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Day" }).click();
    await expect.poll(() => station.getByRole("row").length).toBe(2);
    await expect.element(counts).toBeVisible();
    await station.getByRole("button", { name: /^Unresolved errors/ }).click();
    const tab = dialog().getByRole("tab", { name: "Error Triage 2" });
    await expect.element(tab).toBeVisible();
    await dialog().getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Day" }).click();
    await expect.poll(() => dialog().getByRole("row").length).toBe(2);
    await expect.element(tab).toBeVisible();
  });
});

describe("1,000 errors or more", () => {
  // @spec 119.2, 297.3
  test("are 'Too many errors to display': each station shows how many it has, and its newest 1,000 on request", async () => {
    const { server } = openQueue(
      [numberedStation(1, { support_metrics: unresolved(5_000) })],
      PATH,
      numberedErrors(1_000),
    );
    await expect.element(page.getByText("Too many errors to display")).toBeVisible();
    await expect.element(station.getByRole("button", { name: /^Unresolved errors/ })).toHaveTextContent(">99");
    expect(page.getByRole("table").elements()).toEqual([]);
    expect(server.requestsTo(listStationErrors)).toEqual([]);
    await station.getByRole("button", { name: "Show 5,000 errors" }).click();
    await expect.element(station.getByText("The newest 1,000 errors are shown.")).toBeVisible();
  });

  // @spec 119.2, 297.3
  test("are selected and resolved at once, and then the queue shows the errors of each station again", async () => {
    const { server } = openQueue(
      [numberedStation(1, { support_metrics: unresolved(1_000) })],
      PATH,
      numberedErrors(1_000),
    );
    await station.getByRole("button", { name: "Show 1,000 errors" }).click();
    await station.getByRole("row").nth(1).click();
    await station.getByRole("button", { name: "Page 67", exact: true }).click();
    await station
      .getByRole("row")
      .last()
      .click({ modifiers: ["Shift"] });
    await expect.element(station.getByText("1,000 selected")).toBeVisible();
    await station.getByRole("button", { name: "Resolve Selected" }).click();
    const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
    await form.getByRole("textbox", { name: "Solution" }).fill("Gripper replaced");
    server.on(listStations, async () => ({
      status: 200 as const,
      body: [numberedStation(1, { support_metrics: unresolved(2) })],
    }));
    await form.getByRole("button", { name: "Resolve" }).click();
    await expect.element(page.getByText("Resolved 1,000 errors")).toBeVisible();
    await expect.element(sentence).toHaveTextContent("2 unresolved errors at 1 station");
    await expect.element(page.getByText("Too many errors to display")).not.toBeInTheDocument();
    expect(server.requestsTo(changeStationErrors).map(({ body }) => body)).toEqual([
      numberedErrors(1_000).map(({ id }) => ({ id, solution: "Gripper replaced" })),
    ]);
  });
});

test("resolved errors are not counted any more before the station's new row arrives", async () => {
  const { server } = openQueue([numberedStation(1, { support_metrics: unresolved(3) }), numberedStation(2)]);
  const link = page.getByRole("navigation", { name: "Support log" }).getByRole("link", { name: /^Error Triage/ });
  await expect.element(link).toMatchTextContent(/4$/);
  await station.getByRole("row").nth(1).click();
  await station.getByRole("button", { name: "Resolve Selected" }).click();
  const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
  await form.getByRole("textbox", { name: "Solution" }).fill("Gripper replaced");
  server.on(listStations, () => new Promise(() => {}));
  await form.getByRole("button", { name: "Resolve" }).click();
  await expect.element(link).toMatchTextContent(/3$/);
  await expect.element(sentence).toHaveTextContent("3 unresolved errors at 2 stations");
});

// @spec 33.1, 34.1, 228.1
test.each(["/supportlog", PATH, "/supportlog/entries#1"])(
  "%s redirects users who are not admins to /",
  async (path) => {
    startFakeConsole({ user: customer });
    const { router } = openConsole(path);
    await expect.element(page.getByRole("list", { name: "Stations" })).toBeVisible();
    expect(router.history.location.href).toBe("/");
    expect(page.getByRole("link", { name: "Support Log" }).elements()).toEqual([]);
  },
);
