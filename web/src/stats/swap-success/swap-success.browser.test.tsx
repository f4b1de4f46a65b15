import type { Input } from "@groundcrew/shared/contract";
import { getSwapSuccess, listSwapAttempts } from "@groundcrew/shared/swap-attempts";
import { listStationErrors } from "@groundcrew/shared/station-errors";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleError } from "../../../../shared/test/sample-error.ts";
import { choosePlace } from "../../../test/choose-place.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { admin, customer, startFakeConsole } from "../../../test/fake-console.ts";
import { refuse, type FakeServer } from "../../../test/fake-server.ts";
import { sampleSite, sampleStationTag, serveSites } from "../../../test/fake-sites.ts";
import { sampleAttempt, sampleSuccess } from "../../../test/fake-swap-success.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const PAGE = "/stats/swap-success";
const main = page.getByRole("main");
const chart = page.getByRole("slider", { name: /^Success rate/ });
const stations = page.getByRole("group", { name: "Stations" });

/** The queries that are sent for the success of swaps. */
function watchQueries(server: FakeServer): Input<typeof getSwapSuccess>["query"][] {
  const queries: Input<typeof getSwapSuccess>["query"][] = [];
  server.on(getSwapSuccess, async ({ query }) => {
    queries.push(query);
    return { status: 200 as const, body: sampleSuccess() };
  });
  return queries;
}

describe("Swap Success", () => {
  test("has the figures of the last 30 days with their likely ranges, and what changed", async () => {
    const server = startFakeConsole({ user: admin });
    const queries = watchQueries(server);
    openConsole("/stats");
    await page.getByRole("link", { name: "Swap Success" }).click();
    await expect.element(main).toMatchTextContent("Success Rate98.7%likely 98.6 to 98.8%");
    await expect.element(main).toMatchTextContent("Attempts41,286412 with errors, succeeded");
    await expect.element(main).toMatchTextContent("Failed533Higher than before (397)");
    await expect.element(main).toMatchTextContent("Time Between Failures70 ha station online, outside maintenance");
    await expect.element(main).toMatchTextContent("Swaps Between Failures76102 in the 30 days before");
    await expect
      .element(main)
      .toMatchTextContent(
        "Days are UTC. 118 attempts in maintenance are not counted. Figures of the last 48 h can still change.",
      );
    const { from, to } = queries[0] ?? {};
    expect((Date.parse(to ?? "") - Date.parse(from ?? "")) / 86_400_000).toBe(29);
  });

  test("says of too few attempts that no rate is stated, and of small differences that they are not clear", async () => {
    startFakeConsole({ user: admin });
    openConsole(PAGE);
    const firmware = page.getByRole("group", { name: "By Firmware" }).getByRole("row");
    await expect
      .poll(() => firmware.elements().map(({ textContent }) => textContent))
      .toEqual([
        "FirmwareAttemptsSuccess RateCompared",
        "1.4.227,90499.0% likely 98.9 to 99.1%Above the fleet",
        "1.4.311,20598.1% likely 97.8 to 98.3%Below the fleet",
        "1.3.92,16398.2% likely 97.5 to 98.7%No clear difference",
        "1.5.0-rc114Too few attempts for a rate: 13 of 14 succeeded.–",
      ]);
    await expect.element(stations).toMatchTextContent("Uni-0010Harbor Air · Counted from telemetry");
    await expect
      .element(stations)
      .toMatchTextContent("Too few attempts for a rate: 7 of 8 succeeded.–1 failure in 30 days");
    await page.getByRole("button", { name: "Type", exact: true }).click();
    await expect.element(page.getByRole("group", { name: "By Type" })).toMatchTextContent("Atlas41,286");
  });

  // @spec R2.10
  test("keeps its settings in the address", async () => {
    const server = startFakeConsole({ user: admin });
    const queries = watchQueries(server);
    const { router } = openConsole(`${PAGE}?sw-t=7d&sw-type=atlas&sw-fw=1.4.3&sw-org=2&sw-sort=failed`);
    await expect.element(chart).toBeInTheDocument();
    expect(queries[0]).toMatchObject({
      station_type: "atlas",
      firmware: "1.4.3",
      org_id: 2,
      sort: "failed",
    });
    await page.getByRole("button", { name: "24h" }).click();
    await expect.poll(() => queries.at(-1)?.from).toBeUndefined();
    expect(router.state.location.search).toMatchObject({ "sw-t": "24h", "sw-type": "atlas" });
  });

  // @spec R8.8
  test("a site and a tag limit it to their stations now, and another organization has other sites", async () => {
    const server = startFakeConsole({ user: admin });
    const queries = watchQueries(server);
    serveSites(server, { sites: [sampleSite()], tags: [sampleStationTag()] });
    const { router } = openConsole(PAGE);
    await choosePlace("Site", "Lisbon, Doca 1");
    await choosePlace("Tag", "beta");
    await expect.poll(() => queries.at(-1)).toMatchObject({ site: 1, tag: "beta" });
    expect(router.state.location.search).toEqual({ "sw-site": "1", "sw-tag": "beta" });
    await expect.element(main).toMatchTextContent("Stations are counted under the site and tags that they have now");
    await page.getByRole("button", { name: "31 failed attempts of Atlas 0001" }).click();
    await expect.element(dialog()).toMatchTextContent("Left gripper did not report home");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Organization: All" }).click();
    await page.getByRole("radio", { name: "Harbor Air" }).click();
    await expect.poll(() => router.state.location.search).toEqual({ "sw-org": "2", "sw-tag": "beta" });
    expect(server.problems).toEqual([]);
  });

  test("has no filter by site or tag while there are none", async () => {
    startFakeConsole({ user: admin });
    openConsole(PAGE);
    await expect.element(chart).toBeInTheDocument();
    expect(page.getByRole("button", { name: /^(Site|Tag):/ }).elements()).toEqual([]);
  });

  test("a period of entered days is loaded when they can be one", async () => {
    const server = startFakeConsole({ user: admin });
    const queries = watchQueries(server);
    openConsole(PAGE);
    await page.getByRole("button", { name: "Custom…" }).click();
    const popover = page.getByRole("dialog", { name: "Range" });
    await popover.getByLabelText("First Day (UTC)").fill("2026-02-10");
    await popover.getByLabelText("Last Day (UTC)").fill("2026-02-09");
    await expect.element(popover).toMatchTextContent("The last day is before the first one.");
    await expect.element(popover.getByRole("button", { name: "Show" })).toBeDisabled();
    await popover.getByLabelText("Last Day (UTC)").fill("2026-02-28");
    await popover.getByRole("button", { name: "Show" }).click();
    await expect.poll(() => queries.at(-1)).toMatchObject({ from: "2026-02-10", to: "2026-02-28" });
    await expect.element(page.getByRole("button", { name: "2026-02-10 to 2026-02-28" })).toBeVisible();
  });

  // @spec R2.11
  test("a point of the chart limits the figures to its day, also with the keyboard", async () => {
    const server = startFakeConsole({ user: admin });
    const queries = watchQueries(server);
    openConsole(PAGE);
    await expect.element(chart).toBeInTheDocument();
    chart.element().focus();
    await userEvent.keyboard("{Home}");
    await expect
      .element(chart)
      .toHaveAttribute("aria-valuetext", expect.stringMatching(/: 98\.9%, likely .* 1,329 attempts, 15 failed$/));
    await userEvent.keyboard("{Enter}");
    const first = sampleSuccess().from.slice(0, 10);
    await expect.poll(() => queries.at(-1)).toMatchObject({ from: first, to: first });
    await page.getByRole("button", { name: "Show All" }).click();
    await expect.element(page.getByRole("button", { name: "Show All" })).not.toBeInTheDocument();
  });

  test("a day has no figures but its own, while they are loading and if that fails", async () => {
    const server = startFakeConsole({ user: admin });
    const whole = sampleSuccess();
    const [first, second] = [whole.from.slice(0, 10), whole.series[1]?.time.slice(0, 10)];
    const reply = Promise.withResolvers<void>();
    const figures = main.getByText("Swaps Between Failures");
    server.on(getSwapSuccess, async ({ query: { from, to } }) => {
      if (from !== to) return { status: 200 as const, body: whole };
      if (from === first)
        return { status: 200 as const, body: { ...whole, succeeded: 1_000, with_errors: 0, failed: 9 } };
      await reply.promise;
      return refuse(422, "There is no such day.")();
    });
    openConsole(PAGE);
    await expect.element(chart).toBeInTheDocument();
    chart.element().focus();
    await userEvent.keyboard("{Home}{Enter}");
    await expect.element(main).toMatchTextContent("Attempts1,009");
    await userEvent.keyboard("{ArrowRight}{Enter}");
    await expect.element(main).toMatchTextContent(`Only ${second}`);
    expect(figures.elements()).toEqual([]);
    reply.resolve();
    await expect.element(page.getByText("Loading the success of swaps failed")).toBeVisible();
    await expect.element(main).toMatchTextContent(`Only ${second}`);
    expect(figures.elements()).toEqual([]);
  });

  test.each(["sw-fw=1.4.2", "sw-type=atlas", "sw-org=2", "sw-site=1", "sw-tag=beta"])(
    "what is filtered by %s is not compared with itself",
    async (filter) => {
      startFakeConsole({ user: admin });
      openConsole(`${PAGE}?${filter}`);
      const firmware = page.getByRole("group", { name: "By Firmware" });
      await expect.element(firmware).toMatchTextContent("1.4.227,90499.0% likely 98.9 to 99.1%1.4.3");
      await expect.element(stations).toMatchTextContent("Atlas 0001");
      await expect.element(page.getByRole("columnheader", { name: "Compared" })).not.toBeInTheDocument();
      await expect.element(page.getByText("the fleet", { exact: false })).not.toBeInTheDocument();
      await expect.element(page.getByText("The thick line is the likely range.")).toBeVisible();
    },
  );

  // @spec R2.12
  test("the number of failed attempts opens them, and each opens the error log at its error and, for admins, its group", async () => {
    const server = startFakeConsole({ user: admin });
    const errors = Array.from({ length: 60 }, (_, nth) =>
      sampleError({ id: 1_000 - nth, error_message: `Error ${1_000 - nth}` }),
    );
    server.on(listStationErrors, async () => ({ status: 200 as const, body: errors }));
    server.on(listSwapAttempts, async () => ({
      status: 200 as const,
      body: [sampleAttempt({ error_id: 950 }), sampleAttempt({ error_id: 7, errors: 3 })],
    }));
    openConsole(PAGE);
    await page.getByRole("button", { name: "31 failed attempts of Atlas 0001" }).click();
    await expect.element(dialog()).toHaveAccessibleName("Atlas 0001 Swap Attempts");
    await expect
      .element(dialog().getByRole("link", { name: "Left gripper did not report home" }).first())
      .toHaveAttribute("href", "/groups/64");
    expect(server.requestsTo(listSwapAttempts)[0]?.path).toContain("/gc-000000000001/");
    await dialog().getByRole("button", { name: "2 errors" }).click();
    const log = page.getByRole("dialog", { name: "Atlas 0001 Error Log" });
    await expect.element(log.getByText("Page 5 of 5")).toBeInTheDocument();
    await expect.poll(() => log.element().querySelector("[aria-current=true]")?.textContent).toContain("Error 950");
    await log.getByRole("button", { name: "Close", exact: true }).click();
    await dialog().getByRole("button", { name: "3 errors" }).click();
    await expect.element(log.getByText("The error is no longer in the log.")).toBeVisible();
    await expect.element(log.getByText("Page 1 of 5")).toBeInTheDocument();
  });

  test("firmware that is new and below the fleet is named in the chart and with its most frequent cause", async () => {
    startFakeConsole({ user: admin });
    openConsole(PAGE);
    await expect.element(chart).toBeInTheDocument();
    await expect.element(main).toMatchTextContent("Firmware 1.4.3 at 34 stations since ");
    const card = page.getByRole("region", { name: "By Firmware" });
    await expect
      .element(card)
      .toMatchTextContent(
        "is below the fleet. Its most frequent cause is “Left gripper did not report home”. Group 64",
      );
    await expect.element(card.getByRole("link", { name: "Group 64" })).toHaveAttribute("href", "/groups/64");
    await page.getByRole("button", { name: "Type", exact: true }).click();
    await expect.element(page.getByRole("region", { name: "By Type" })).toBeVisible();
    await expect.element(page.getByText("is below the fleet.")).not.toBeInTheDocument();
  });

  test("more stations are loaded on request, and all of them are saved as a file", async () => {
    const server = startFakeConsole({ user: admin });
    const queries = watchQueries(server);
    const files = watchDownloads();
    openConsole(PAGE);
    await expect.element(main).toMatchTextContent("2 of 57 shown. 3 stations had no attempts.");
    await page.getByRole("button", { name: "Show More" }).click();
    await expect.poll(() => queries.at(-1)?.limit).toBe(100);
    await page.getByRole("button", { name: "Download CSV" }).click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^SWAP_SUCCESS_\S+\.csv$/)]);
    expect(files[0]?.text).toContain("gc-000000000001,Atlas 0001,Harbor Air,402,371,0,31,0.9229,0.8926,0.9451,");
    expect(queries.at(-1)?.limit).toBe(10_000);
  });

  // @spec R2.12
  test("without attempts it says so, and since when they are counted", async () => {
    const server = startFakeConsole({ user: customer });
    const none = { succeeded: 0, with_errors: 0, failed: 0, maintenance: 0, series: [], causes: [], stations: [] };
    server.on(getSwapSuccess, async () => ({ status: 200 as const, body: sampleSuccess(none) }));
    openConsole(PAGE);
    await expect.element(page.getByText("No swap attempts in this range.")).toBeVisible();
    await expect.element(page.getByText("Attempts are counted since 2026-01-05.")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Download CSV" })).toBeDisabled();
    await expect.element(page.getByRole("button", { name: /^Organization/ })).not.toBeInTheDocument();
  });
});
