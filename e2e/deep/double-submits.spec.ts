import type { Locator, Page, Request } from "@playwright/test";
import { ADMIN } from "../station-steps.ts";
import { openTriage } from "../support-steps.ts";
import { expect, test } from "../test.ts";

/** Number of double submissions. The test gate tries each kind once; long runs set 500. */
const ROUNDS = Number(process.env["DOUBLE_SUBMITS"] ?? 3);
const SLOWDOWN = 6;

/** How a form is submitted twice by accident. */
const SUBMISSIONS = ["double click", "two clicks at once", "lost response"] as const;
type Submission = (typeof SUBMISSIONS)[number];

const CREATE = /^POST \/api\/stations\/[^/]+\/supportlog$/;

/** One submission of the form. */
type Round = { page: Page; station: { name: string; serial_number: string }; text: string };

// One form with the whole system; `web/src/api/double-submits.browser.test.tsx` tries all forms.
test("a support log entry is created once, however its form is submitted, even if the page is reloaded after a lost response", async ({
  login,
  system,
}) => {
  test.setTimeout(60_000 + ROUNDS * 40_000);
  const page = await login(ADMIN);
  const station = await system.onlineStation("atlas");
  await openForm({ page, station });
  await slowDown(page);
  for (let round = 0; round < ROUNDS; round++) {
    await submitTwice(
      { page, station, text: `t${Date.now()}n${round}` },
      SUBMISSIONS[round % SUBMISSIONS.length] ?? "double click",
    );
  }
  await reloadBetweenSubmissions({ page, station, text: `t${Date.now()}` });
});

async function openForm({ page, station }: Omit<Round, "text">): Promise<void> {
  const dialog = await openTriage(page, station.serial_number);
  await dialog.getByRole("tab", { name: "Support Log" }).click();
}

/** Fills the form and returns the button that sends it. */
async function fillForm({ page, text }: Round): Promise<Locator> {
  const form = page.getByRole("form", { name: "New Entry" });
  await form.getByRole("button", { name: "Note" }).click();
  await form.getByRole("textbox", { name: "Content" }).fill(text);
  return form.getByRole("button", { name: "Create" });
}

/** How many entries contain the text. */
async function countEntries({ page, station, text }: Round): Promise<number> {
  const response = await page.request.get(`/api/stations/${station.name}/supportlog`);
  expect(response.status()).toBe(200);
  return (await response.text()).split(text).length - 1;
}

async function submitTwice(round: Round, submission: Submission): Promise<void> {
  const { page } = round;
  const requests = watchRequests(page);
  const dropped = submission === "lost response" ? await dropNextResponse(page) : null;
  const button = await fillForm(round);
  if (submission === "two clicks at once") {
    await button.evaluate((element) => {
      if (!(element instanceof HTMLElement)) return;
      element.click();
      element.click();
    });
  } else if (dropped) {
    await button.click();
    await dropped.done;
    await expect(button).not.toHaveAttribute("aria-busy");
    await button.click();
  } else {
    await button.dblclick();
  }
  await expect.poll(() => countEntries(round), { message: submission }).toBe(1);
  await expect.poll(requests.isQuiet).toBe(true);
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
  const fields = page.getByRole("form", { name: "New Entry" });
  const content = fields.getByRole("textbox", { name: "Content" });
  await expect(content).toHaveValue(round.text);
  await fields.getByRole("button", { name: "Create" }).click();
  await expect(content).toHaveValue("");
  expect(await countEntries(round)).toBe(1);
}

/** Simulates a slow machine, so that nothing renders between two clicks. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

function isWrite(request: Request): boolean {
  return CREATE.test(`${request.method()} ${new URL(request.url()).pathname}`);
}

function watchRequests(page: Page) {
  const open = new Set<Request>();
  let count = 0;
  const begin = (request: Request) => {
    if (!isWrite(request)) return;
    count += 1;
    open.add(request);
  };
  const end = (request: Request) => void open.delete(request);
  page.on("request", begin).on("requestfinished", end).on("requestfailed", end);
  return {
    count: () => count,
    isQuiet: () => count > 0 && open.size === 0,
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
