import type { Locator, Page } from "@playwright/test";
import { compact, compactText, readPdf, type PdfPage } from "../pdf.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

const POINTS_PER_MM = 72 / 25.4;
/** The margins of the report's pages (points). Texts are placed to a pixel. */
const MARGIN = { top: 14 * POINTS_PER_MM, side: 12 * POINTS_PER_MM, bottom: 16 * POINTS_PER_MM };

test.use({ colorScheme: "dark", timezoneId: "UTC" });

// @spec R3.12
test("each page of a printed report has its number, the heads of its columns and whole rows, and nothing is beyond it", async ({
  login,
}) => {
  const page = await login(ADMIN, "/stats/availability");
  const stations = await openReport(page);
  const columns = (await texts(stations.getByRole("columnheader"))).join("");
  const rows = (await texts(stations.getByRole("row"))).slice(1);
  expect(rows.length).toBeGreaterThan(50);
  const [title] = await texts(page.getByRole("heading", { name: /^Availability, /, includeHidden: true }));

  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));

  expect(pages.length).toBeGreaterThan(2);
  const [first] = pages;
  expect(title).toBeTruthy();
  expect(first && compactText(first)).toContain(title);
  expect(first && compactText(first)).toMatch(/stations·\d{4}-\d\d-01to\d{4}-\d\d-\d\d,UTC/);
  for (const [nth, printed] of pages.entries()) {
    expect([Math.round(printed.width), Math.round(printed.height)]).toEqual([595, 842]);
    expect(footer(printed)).toMatch(RegExp(`^Page${nth + 1}of${pages.length}Made\\d{4}-\\d\\d-\\d\\d[\\d:]{8}UTC$`));
    expect(beyondMargins(printed)).toEqual([]);
    if (nth < pages.length - 1) expect(lowest(printed)).toBeLessThan(printed.height / 4);
    const text = compactText(printed);
    expect(text).not.toMatch(/SendEachMonth|ShowMore|Print/);
    if (rows.some((row) => text.includes(row))) expect(text).toContain(columns);
  }
  const found = rows.map((row) => pages.filter((printed) => compactText(printed).includes(row)).length);
  expect(found).toEqual(rows.map(() => 1));
});

/** Waits for the figures of a month, whose days are rolled up after the start; returns the table of stations. */
async function openReport(page: Page): Promise<Locator> {
  const stations = page.getByRole("group", { name: "Stations" });
  await expect(async () => {
    await page.reload();
    await expect(stations).toBeVisible({ timeout: 5_000 });
  }).toPass();
  return stations;
}

async function texts(found: Locator): Promise<string[]> {
  return (await found.allTextContents()).map(compact);
}

/** What is printed below the margin of a page. */
function footer({ texts: all, ...page }: PdfPage): string {
  return compactText({ ...page, texts: all.filter(({ bottom }) => bottom < MARGIN.bottom) });
}

/** How far the last text above the margin of a page is from its end. What is kept together leaves some of it empty. */
function lowest({ texts: all }: PdfPage): number {
  return Math.min(...all.map(({ bottom }) => bottom).filter((bottom) => bottom > MARGIN.bottom));
}

/** The texts of a page that reach into its margins, without those below. */
function beyondMargins({ texts: all, width, height }: PdfPage): string[] {
  const isBeyond = ({ left, right, bottom, size }: PdfPage["texts"][number]) =>
    left < MARGIN.side - 2 || right > width - MARGIN.side + 2 || bottom + size > height - MARGIN.top + 2;
  return all.filter(isBeyond).map(({ text }) => text);
}
