import type { Page } from "@playwright/test";
import { everyPage } from "../../web/test/every-page.ts";
import { followTo, watchRequests } from "../every-page.ts";
import { expectMapIdle } from "../map-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

const MAP_PATH = "/?stations-view=map";
/** The width of an A4 page between the margins of browsers (px). */
const PAPER_PX = 718;

test.use({ baseURL: async ({ hostile }, use) => use(hostile.url) });

test("no table, list or dialog is cut where paper ends", async ({ hostile, page, problems }) => {
  problems.allow(/^POST \/api\/stations\/.*\/streams returned 503$/);
  const idle = watchRequests(page);
  await hostile.logIn(page.context(), ADMIN);
  await page.goto("/");
  const cut: Record<string, object[]> = {};
  let tables = 0;
  for (const path of Object.values(everyPage(hostile)).flat()) {
    await followTo(page, path);
    await idle();
    const found = await printedTables(page);
    tables += found.count;
    if (found.cut.length > 0) cut[path] = found.cut;
    if (path === MAP_PATH) await expectMapIdle(page);
  }
  expect(cut).toEqual({});
  expect(tables).toBeGreaterThan(20);
});

test("a table that scrolls is printed with all of its columns, and a dialog whole and alone", async ({
  hostile,
  page,
}) => {
  await hostile.logIn(page.context(), ADMIN);
  await page.goto("/ssot");
  const table = page.getByRole("table", { name: "Station Config", exact: true });
  await expect(table.getByRole("row").nth(2)).toBeVisible();
  const columns = Number(await table.getAttribute("aria-colcount"));
  const rows = Number(await table.getAttribute("aria-rowcount"));
  await withPaper(page, async () => {
    await expect(table.getByRole("row")).toHaveCount(rows - 2);
    await expect(table.getByRole("row").first().getByRole("cell")).toHaveCount(columns - 1);
  });
  await page
    .getByRole("button", { name: /^Config history of/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: /Station Config History$/ });
  await expect(dialog.getByRole("table")).toBeVisible();
  await withPaper(page, async () => {
    await expect(table).toBeHidden();
    await expect(dialog.getByRole("row").last()).toBeVisible();
    const { height, windowHeight } = await dialog.evaluate((element) => ({
      height: element.scrollHeight - element.clientHeight,
      windowHeight: getComputedStyle(element).maxHeight,
    }));
    expect({ height, windowHeight }).toEqual({ height: 0, windowHeight: "none" });
  });
});

// @spec R3.12
test("a report of availability is printed light, with all stations, heads on each page and nothing to press", async ({
  hostile,
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await hostile.logIn(page.context(), ADMIN);
  const stations = page.getByRole("group", { name: "Stations" });
  // Its days are rolled up after the start.
  await expect(async () => {
    await page.goto("/stats/availability");
    await expect(stations).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const count = await stations.getByRole("row").count();
  await withPaper(page, async () => {
    await expect(page.getByRole("heading", { name: /^Availability, / })).toBeVisible();
    await expect(stations.getByRole("row")).toHaveCount(count);
    expect(await page.getByRole("main").getByRole("button").filter({ visible: true }).count()).toBe(0);
    const { head, sum, text } = await stations.evaluate((element) => ({
      head: getComputedStyle(element.querySelector("thead") ?? element).display,
      sum: getComputedStyle(element.querySelector("tbody tr:last-child") ?? element).breakBefore,
      text: getComputedStyle(element).color,
    }));
    expect({ head, sum }).toEqual({ head: "table-header-group", sum: "avoid" });
    expect(Math.max(...(text.match(/\d+/g) ?? []).map(Number))).toBeLessThan(100);
  });
});

/** The cells of tables that paper would cut, because they reach beyond the page or beyond what contains them. */
function printedTables(page: Page) {
  return withPaper(page, () =>
    page.evaluate(() => {
      const seen = [...document.querySelectorAll("table, [role=table]")].filter((table) => table.checkVisibility());
      const cells = seen.flatMap((table) => [...table.querySelectorAll("td, th, [role=cell], [role=rowheader]")]);
      const ends = (cell: Element) => {
        const limits = [document.documentElement.clientWidth];
        for (let around = cell.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflowX !== "visible") limits.push(around.getBoundingClientRect().right);
        }
        return Math.min(...limits);
      };
      const cut = cells
        .filter((cell) => cell.checkVisibility() && cell.getBoundingClientRect().right > ends(cell) + 1)
        .map((cell) => ({ cell: cell.textContent.slice(0, 40), right: cell.getBoundingClientRect().right }));
      return { count: seen.length, cut: cut.slice(0, 5) };
    }),
  );
}

/** Does something while the page is as on paper. */
async function withPaper<T>(page: Page, look: () => Promise<T>): Promise<T> {
  await page.setViewportSize({ width: PAPER_PX, height: 1_000 });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const seen = await look();
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 1440, height: 900 });
  return seen;
}
