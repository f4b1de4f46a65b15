import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { watchDownloads } from "../../test/downloads.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { numberedStations } from "../../test/fake-stations.ts";
import { openConsole } from "../../test/open-console.tsx";

const table = page.getByRole("table", { name: "Swap Counts", exact: true });
const heads = table.getByRole("columnheader");
const byDay = table.getByRole("columnheader", { name: "Swaps (Day)" });
const reverse = page.getByRole("button", { name: "Reverse order" });

function openCounts() {
  startFakeConsole({ stations: numberedStations(3) });
  return openConsole("/ssot/swaps");
}

describe("Swap Counts", () => {
  // @spec 115.1
  test("has a column for the total and for each period, whose headings are neither cut nor overlap", async () => {
    openCounts();
    await expect
      .poll(() => heads.elements().map(({ textContent }) => textContent))
      .toEqual([
        "Dashboard ID",
        "Serial Number",
        "Organization",
        "Swaps",
        "Swaps (Shipment)",
        "Swaps (Year)",
        "Swaps (3 Months)",
        "Swaps (Month)",
        "Swaps (Week)",
        "Swaps (Day)",
      ]);
    await document.fonts.ready;
    expect(heads.elements().filter((head) => head.scrollWidth > head.clientWidth)).toEqual([]);
    const lefts = heads.elements().map((head) => head.getBoundingClientRect().left);
    expect(lefts).toEqual([...new Set(lefts)].toSorted((a, b) => a - b));
  });

  // @spec 115.2, 285.1
  test("is saved as a file with every count", async () => {
    const files = watchDownloads();
    openCounts();
    await page.getByRole("button", { name: "Download CSV" }).click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^SWAPS_\S+\.csv$/)]);
    expect(files[0]?.text).toContain("000000000001,Atlas 0001,Harbor Air,120,");
  });

  // @spec 115.2
  test("names the column that the table is sorted by in its sort menu and in the announcement", async () => {
    const { router } = openCounts();
    const announced = page
      .getByRole("status")
      .filter({ hasText: /\d stations?\b/ })
      .first();
    await byDay.getByRole("button").click();
    await expect.element(byDay).toHaveAttribute("aria-sort", "descending");
    await expect.element(announced).toHaveTextContent("3 stations, sorted by Swaps (Day), descending");
    await expect.element(reverse).toHaveAttribute("aria-pressed", "false");
    expect(router.history.location.href).toMatch(/ssot-swaps-sort=-swaps_day$/);

    await reverse.click();
    await expect.element(byDay).toHaveAttribute("aria-sort", "ascending");
    await expect.element(announced).toMatchTextContent(/sorted by Swaps \(Day\), ascending$/);
    await expect.element(reverse).toHaveAttribute("aria-pressed", "true");

    // Sorting in the settings replaces sorting by column.
    await page.getByRole("button", { name: "Sort: Swaps (Day)" }).click();
    await page.getByRole("menuitemradio", { name: "Serial Number" }).click();
    await expect.element(page.getByRole("button", { name: "Sort: Serial Number" })).toBeVisible();
    await expect.element(byDay).not.toHaveAttribute("aria-sort");
    expect(router.history.location.href).not.toMatch(/ssot-swaps-sort/);
  });
});
