import type { Locator, Page, Request } from "@playwright/test";
import type { TestSystem } from "./test-system.ts";
import { expect } from "./test.ts";

/** Waits until the list of a page is live. */
export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** The row of a station in the list. */
export function listRow(page: Page, serial: string): Locator {
  return page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: serial });
}

/** Changes a station as an admin does. */
export async function editStation(
  admin: Pick<Page, "request">,
  station: string,
  data: Record<string, string>,
): Promise<void> {
  expect((await admin.request.patch(`/api/stations/${station}`, { data })).status()).toBe(200);
}

/** From now on, the page can load no list of stations, so that whatever it shows of a change came with the stream. */
export async function blockList(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname === "/api/stations",
    (route) => route.abort(),
  );
}

/** Requests for the list of stations, from now on. */
export function watchListRequests(page: Page): Request[] {
  const found: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/stations") found.push(request);
  });
  return found;
}

/** How many streams of live changes the server has open. */
export async function openStreams({ opsUrl }: Pick<TestSystem, "opsUrl">): Promise<number> {
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
  return Number(/^groundcrew_live_event_streams (\d+)$/m.exec(metrics)?.[1]);
}

/** The cookies of a page, as a header. */
export async function cookieHeader(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
