import type { Locator, Page, Request } from "@playwright/test";
import { ADMIN } from "../station-steps.ts";
import { openTriage } from "../support-steps.ts";
import { expect, test } from "../test.ts";

/** Number of double submissions. */
const ROUNDS = Number(process.env["DOUBLE_SUBMITS"] ?? 3);
/** A page shows all entries of its station, and takes longer the more there are. */
const ROUNDS_A_STATION = 25;
/** How many times slower the page is while its button is clicked twice, so that nothing renders between two clicks. */
const SLOWDOWN = 6;

/** How a form is submitted twice by accident. */
const SUBMISSIONS = ["double click", "two clicks at once", "lost response"] as const;
type Submission = (typeof SUBMISSIONS)[number];

const CREATE = /^POST \/api\/stations\/[^/]+\/supportlog$/;

/** One submission of the form. */
type Round = { page: Page; station: { name: string; serial_number: string }; text: string };

type Slow = (work: () => Promise<void>) => Promise<void>;

// One form with the whole system; `web/src/data/api/double-submits.browser.test.tsx` tries all forms.
test("a support log entry is created once, however its form is submitted, even if the page is reloaded after a lost response", async ({
  login,
  system,
}) => {
  test.setTimeout(60_000 + ROUNDS * 40_000);
  const page = await login(ADMIN);
  let station = await system.onlineStation("atlas");
  const slow = await slowly(page);
  for (let round = 0; round < ROUNDS; round++) {
    if (round % ROUNDS_A_STATION === 0) {
      station = await system.onlineStation("atlas");
      await openForm({ page, station });
    }
    const submission = SUBMISSIONS[round % SUBMISSIONS.length] ?? "double click";
    await submitTwice({ page, station, text: `t${Date.now()}n${round}` }, submission, slow);
  }
  await reloadBetweenSubmissions({ page, station, text: `t${Date.now()}` });
  process.stdout.write(`figure: ${ROUNDS} forms submitted twice and one after a reload; none created anything twice\n`);
});

async function openForm({ page, station }: Omit<Round, "text">): Promise<void> {
  const dialog = await openTriage(page, station.serial_number);
  await dialog.getByRole("tab", { name: "Support Log" }).click();
}

function contentOf(page: Page): Locator {
  return page.getByRole("form", { name: "New Entry" }).getByRole("textbox", { name: "Content" });
}

/** Fills the form and returns the button that sends it. */
async function fillForm({ page, text }: Round): Promise<Locator> {
  const form = page.getByRole("form", { name: "New Entry" });
  await form.getByRole("button", { name: "Note" }).click();
  await contentOf(page).fill(text);
  return form.getByRole("button", { name: "Create" });
}

/** How many entries contain the text. */
async function countEntries({ page, station, text }: Round): Promise<number> {
  const response = await page.request.get(`/api/stations/${station.name}/supportlog`);
  expect(response.status()).toBe(200);
  return (await response.text()).split(text).length - 1;
}

async function submitTwice(round: Round, submission: Submission, slow: Slow): Promise<void> {
  const { page } = round;
  const requests = watchRequests(page);
  const dropped = submission === "lost response" ? await dropNextResponse(page) : null;
  const button = await fillForm(round);
  if (submission === "two clicks at once") {
    await slow(() =>
      button.evaluate((element) => {
        if (!(element instanceof HTMLElement)) return;
        element.click();
        element.click();
      }),
    );
  } else if (dropped) {
    await button.click();
    await dropped.done;
    await expect(button).not.toHaveAttribute("aria-busy");
    await button.click();
  } else {
    await slow(() => button.dblclick());
  }
  // The form is empty after an answer, and then everything that it sent is known.
  await expect(contentOf(page)).toHaveValue("");
  await requests.quiet();
  expect(await countEntries(round), submission).toBe(1);
  if (!dropped) {
    expect(requests.count(), submission).toBe(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  requests.stop();
}

async function reloadBetweenSubmissions(round: Round): Promise<void> {
  const { page } = round;
  const dropped = await dropNextResponse(page);
  const button = await fillForm(round);
  await button.click();
  await dropped.done;
  await openForm(round);
  await expect(contentOf(page)).toHaveValue(round.text);
  await page.getByRole("form", { name: "New Entry" }).getByRole("button", { name: "Create" }).click();
  await expect(contentOf(page)).toHaveValue("");
  expect(await countEntries(round)).toBe(1);
}

/** Returns a function that does something while the page is as slow as on a slow machine. */
async function slowly(page: Page): Promise<Slow> {
  const session = await page.context().newCDPSession(page);
  const setRate = (rate: number) => session.send("Emulation.setCPUThrottlingRate", { rate });
  return async (work) => {
    await setRate(SLOWDOWN);
    await work();
    await setRate(1);
  };
}

function isWrite(request: Request): boolean {
  return CREATE.test(`${request.method()} ${new URL(request.url()).pathname}`);
}

function watchRequests(page: Page) {
  const open = new Set<Request>();
  let count = 0;
  let ended: (() => void) | null = null;
  const begin = (request: Request) => {
    if (!isWrite(request)) return;
    count += 1;
    open.add(request);
  };
  const end = (request: Request) => {
    if (open.delete(request) && open.size === 0) ended?.();
  };
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  return {
    count: () => count,
    /** Resolves when no request is under way. */
    async quiet() {
      if (open.size > 0) await new Promise<void>((resolve) => (ended = resolve));
    },
    stop: () => page.off("request", begin).off("requestfinished", end).off("requestfailed", end),
  };
}

/** Lets the server process the next write, and drops its response. */
async function dropNextResponse(page: Page): Promise<{ done: Promise<void> }> {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let isDropped = false;
  await page.route("**/api/**", async (route) => {
    if (isDropped || !isWrite(route.request())) return route.fallback();
    isDropped = true;
    await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-site": "same-origin" } });
    await route.abort();
    await page.unroute("**/api/**");
    resolve();
  });
  return { done };
}
