import type { Page, Route } from "@playwright/test";

const API = "**/api/**";

/** Longer than a report of a station may take, and shorter than the link waits before the station counts as offline. */
const SILENCE_MS = 90_000;

export const DATABASE_UNAVAILABLE = "The database does not answer.";

/** What stands still behind a page, and how its requests are answered then. */
const answers = {
  /** No request is answered any more, as behind a server or a proxy that stands still. */
  server: () => new Promise<void>(() => {}),
  database: (route: Route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: { title: "Service Unavailable", status: 503, detail: DATABASE_UNAVAILABLE },
    }),
  /** The server's time goes on, and nothing is heard of any station. */
  link: async (route: Route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const date = new Date(Date.parse(headers["date"] ?? "") + SILENCE_MS).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date } });
  },
};

export type Fault = keyof typeof answers;

/** Has one thing stand still behind a page, in place of any other. */
export async function freeze(page: Page, fault: Fault): Promise<void> {
  await thaw(page);
  await page.route(API, answers[fault]);
}

/** Lets the server answer again; what is on its way stays without an answer. */
export async function thaw(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
}
