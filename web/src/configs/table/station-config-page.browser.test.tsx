import { listOlderConfigs, type StationConfig } from "@groundcrew/shared/configs";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleConfig } from "../../../../shared/test/sample-config.ts";
import { watchDownloads } from "../../../test/downloads.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { numberedStation, stationName } from "../../../test/fake-stations.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const table = page.getByRole("table", { name: "Station Config", exact: true });
const heads = table.getByRole("columnheader");
const rowCount = () => Number(table.element().getAttribute("aria-rowcount")) - 2;
const columnCount = () => Number(table.element().getAttribute("aria-colcount"));
const serials = () =>
  table
    .getByRole("rowheader")
    .elements()
    .map((row) => row.querySelector("a")?.textContent);
const headTexts = () => heads.elements().map(({ textContent }) => textContent);
const earlier = table.getByRole("img", { name: /^Earlier revision/ });
const common = table.getByTitle(/differs from the most common value$/);
const below = table.getByTitle(/differs from the row below$/);
const check = (name: string) => page.getByRole("checkbox", { name, exact: true });

/** A config with two positions and some unit configs, of which number 100 has no meaning. */
function config(gantryY: number, differences: Partial<StationConfig> = {}): StationConfig {
  return sampleConfig({
    positions: { GantryYDrone: gantryY, GantryZDrone: 500 },
    offsets: { GantryYDrone: 5 },
    unit_configs: Array.from({ length: 100 }, (_, index) => index === gantryY % 2),
    ...differences,
  });
}

/** Opens the table of three stations, the first of which has an earlier revision, and of one of another type. */
function openTable(path = "/ssot") {
  const server = startFakeConsole({
    stations: [
      numberedStation(1, { config_latest: config(1_200) }),
      numberedStation(2, { config_latest: config(1_200) }),
      numberedStation(10, { config_latest: config(1_180) }),
      numberedStation(4, { station_type: "universal", serial_number: "Uni-0004", config_latest: config(900) }),
    ],
  });
  server.on(listOlderConfigs, async ({ query }) => ({
    status: 200 as const,
    body: {
      configs:
        query.station_type === "atlas"
          ? [{ ...config(1_100, { created: "2026-04-01T00:00:00.000Z" }), station: stationName(1) }]
          : [],
      next: null,
    },
  }));
  return openConsole(path);
}

describe("Station Config", () => {
  // @spec 34.1, 112.1, 112.14
  test("opens with atlas stations by serial number, descending, and shows another type in the same way", async () => {
    const { router } = openTable("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SSoT" }).click();
    await expect.element(earlier).toBeInTheDocument();
    expect(serials()).toEqual(["Atlas 0010", "Atlas 0002", "Atlas 0001", "Atlas 0001"]);
    await page.getByRole("button", { name: "Universal", exact: true }).click();
    await expect.poll(serials).toEqual(["Uni-0004"]);
    expect(router.history.location.href).toMatch(/stations-type=universal/);
  });

  // @spec 180.1
  test("the chosen type stays when it is pressed again, because one is required", async () => {
    const { router } = openTable("/ssot?stations-type=universal&stations-q=Uni");
    const universal = page.getByRole("button", { name: "Universal", exact: true });
    await universal.click();
    await page.getByRole("searchbox").fill("Uni-0004");
    await expect.poll(() => router.history.location.href).toMatch(/stations-q=Uni-0004/);
    expect(router.history.location.href).toMatch(/stations-type=universal/);
    await expect.element(universal).toHaveAttribute("aria-pressed", "true");
  });

  // @spec 112.7, 112.8, 112.11
  test("hides columns and groups, which stay hidden in a link", async () => {
    const { router, close } = openTable("/ssot?config-identical=1");
    await expect.element(earlier).toBeInTheDocument();
    // Description and Timestamp are hidden by default.
    expect(headTexts()).toContain("Software Version");
    expect(headTexts()).not.toContain("Description");
    expect(headTexts()).not.toContain("Timestamp");
    await page.getByRole("button", { name: /^Columns/ }).click();
    const search = page.getByRole("searchbox", { name: "Find a column" });
    await search.fill("GÄNTRY y");
    await expect.element(check("Gantry Y")).toBeVisible();
    await expect.element(check("Description")).not.toBeInTheDocument();
    await search.fill("nothing has this name");
    await expect.element(page.getByText("No column titles match.")).toBeVisible();
    await search.fill("");
    await check("Description").click();
    await check("Gantry Y").click();
    await userEvent.keyboard("{Escape}");
    await expect.poll(headTexts).toContain("Description");
    await expect.element(table.getByRole("button", { name: "Hide Gantry Y" })).not.toBeInTheDocument();
    await table.getByRole("button", { name: "Hide Gantry Z" }).click();
    await expect
      .poll(() => router.history.location.href)
      .toMatch(/ssot-station=.*description.*ssot-gantry-y=&ssot-gantry-z=/);

    const { href } = router.history.location;
    close();
    openConsole(href);
    await expect.poll(() => table.elements()).toHaveLength(1);
    await expect.poll(headTexts).toContain("Description");
    expect(headTexts().filter((text) => /^Gantry[YZ]/.test(text))).toEqual([]);
  });

  // @spec 112.2, 112.3, 112.4, 112.5, 112.6
  test("highlights what differs from the most common value or the row below, hides columns with one value and unused unit configs unless they are to be shown, and has one row per station and revision, or per station with Newest revisions only", async () => {
    const { router } = openTable();
    await expect.element(earlier).toBeInTheDocument();
    await expect.element(common.first()).toBeInTheDocument();
    await page.getByRole("button", { name: "Differs from next row" }).click();
    await expect.element(below.first()).toBeInTheDocument();
    expect(common.elements()).toEqual([]);
    expect(router.history.location.href).toMatch(/config-highlight=changed_vs_next/);

    await expect.element(page.getByText(/^\d+ columns hidden because every row has the same value\.$/)).toBeVisible();
    const differing = columnCount();
    await page.getByRole("button", { name: "Extra Filters" }).click();
    await check("Show identical columns").click();
    await expect.poll(columnCount).toBeGreaterThan(differing);
    const all = columnCount();
    await check("Show unused unit configs").click();
    await expect.poll(columnCount).toBeGreaterThan(all);

    expect(rowCount()).toBe(4);
    await check("Newest revisions only").click();
    await expect.poll(rowCount).toBe(3);
    expect(router.history.location.href).toMatch(/config-newest=1/);
  });

  // @spec 112.5
  test("has read-only checkboxes for booleans, and a first column that stays in view", async () => {
    openTable("/ssot?config-identical=1");
    await expect.element(earlier).toBeInTheDocument();
    page.getByRole("group", { name: "Station Config" }).element().scrollTo(1_500, 0);
    await expect.element(table.getByRole("checkbox").first()).toHaveAttribute("aria-readonly", "true");
    await expect.element(table.getByRole("rowheader").first()).toBeInViewport({ ratio: 0.9 });
  });

  // @spec 112.9
  test("links each row to its station, its telemetry history and its config history", async () => {
    openTable();
    await expect.element(earlier).toBeInTheDocument();
    await expect
      .element(table.getByRole("link", { name: "Atlas 0002" }))
      .toHaveAttribute("href", `/stations/${stationName(2)}`);
    await expect.element(table.getByRole("img", { name: "Active now" }).first()).toBeInTheDocument();
    await page.getByRole("button", { name: "Telemetry history of Atlas 0002" }).click();
    await expect.element(dialog()).toMatchTextContent("Activity Data");
    await userEvent.keyboard("{Escape}");
    await page.getByRole("button", { name: "Config history of Atlas 0002" }).click();
    const history = page
      .getByRole("dialog", { name: "Atlas 0002 - Station Config History" })
      .getByRole("table", { name: "Station Config History" });
    await expect.element(history.getByRole("columnheader", { name: "Timestamp" })).toBeVisible();
    expect(history.getByRole("rowheader").length).toBe(2);
  });
});

describe("position filters", () => {
  async function addFilter(position: string, value: string): Promise<void> {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByLabelText("Position").last().selectOptions(position);
    await page.getByLabelText("Comparison").last().selectOptions("≥");
    await page.getByLabelText("Value").last().fill(value);
  }

  // @spec 112.7, 112.10, 285.1
  test("keep the rows that match all of them, also in the CSV file, and are in the link", async () => {
    const files = watchDownloads();
    const { router, close } = openTable();
    await expect.element(earlier).toBeInTheDocument();
    await page.getByRole("button", { name: "Extra Filters" }).click();
    await addFilter("GantryYDrone", "1195");
    await expect.poll(rowCount).toBe(2);
    await page.getByRole("button", { name: "Download CSV" }).click();
    await expect
      .poll(() => files.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^STATIONCONFIG_atlas_\S+Z\.csv$/)]);
    const [head = "", ...rows] = files[0]?.text.trimEnd().split("\r\n") ?? [];
    const column = head.split(",").indexOf("GantryYDrone (position + offset)");
    expect(rows.map((row) => row.split(",").at(column))).toEqual(["1205", "1205"]);
    await addFilter("GantryZDrone", "501");
    const none = page.getByText("No stations match your currently selected filters.");
    await expect.element(none).toBeVisible();
    const { href } = router.history.location;
    close();
    openConsole(href);
    await expect.element(none).toBeVisible();
    await page.getByRole("button", { name: "Remove the filter by GantryZDrone" }).click();
    await expect.poll(serials).toEqual(["Atlas 0002", "Atlas 0001"]);
  });
});
