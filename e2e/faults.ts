import type { Page, Route } from "@playwright/test";

const API = "**/api/**";

/**
 * Longer than the interval between a station's reports, but shorter than the time after which the link counts the station as
 * offline.
 */
const SILENCE_MS = 90_000;

export const DATABASE_UNAVAILABLE = "The database does not answer.";

/** What can hang behind a page, and how requests are answered in each case. */
const answers = {
  /** No request is answered, as when the server or a proxy hangs. */
  server: () => new Promise<void>(() => {}),
  database: (route: Route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: { title: "Service Unavailable", status: 503, detail: DATABASE_UNAVAILABLE },
    }),
  /** The server's clock advances, but no station reports anything. */
  link: async (route: Route) => {
    const response = await route.fetch();
    const headers = response.headers();
    const date = new Date(Date.parse(headers["date"] ?? "") + SILENCE_MS).toUTCString();
    await route.fulfill({ response, headers: { ...headers, date } });
  },
};

export type Fault = keyof typeof answers;

/** Simulates one fault behind a page, and ends any other. */
export async function freeze(page: Page, fault: Fault): Promise<void> {
  await thaw(page);
  await page.route(API, answers[fault]);
}

/** Lets the server answer new requests; pending ones stay unanswered. */
export async function thaw(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
}
