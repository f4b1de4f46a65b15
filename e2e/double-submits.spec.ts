import type { Page, Request } from "@playwright/test";
import { doubleForms, type DoubleForm } from "./double-forms.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

/** Total number of double submissions. The test gate tries each form in each way once; long runs set 500. */
const ROUNDS = Number(process.env["DOUBLE_SUBMITS"] ?? doubleForms.length * 3);
const EACH = Math.ceil(ROUNDS / doubleForms.length);
const SLOWDOWN = 6;

/** Ways in which a form is sent twice by accident. */
const WAYS = ["double click", "two clicks at once", "lost reply"] as const;
type Way = (typeof WAYS)[number];

for (const form of doubleForms) {
  test(`${form.name}: however often its button is pressed, it is done once`, async ({ login, system }) => {
    test.setTimeout(60_000 + EACH * 40_000);
    const page = await login(ADMIN);
    const station = await system.onlineStation("atlas");
    await form.open({ page, station });
    await slowDown(page);
    for (let nth = 0; nth < EACH; nth++) {
      const text = `t${Date.now()}n${nth}`;
      await submitTwice({ page, station, text }, form, WAYS[nth % WAYS.length] ?? "double click");
    }
  });
}

test("an entry whose reply was lost is made once, also when the page is loaded again in between", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const station = await system.onlineStation("atlas");
  const form = doubleForms.find(({ name }) => name === "New Entry");
  if (!form) throw new Error("The support log has no form.");
  await form.open({ page, station });
  await reloadBetween({ page, station, text: `t${Date.now()}` }, form);
});

type Round = Parameters<DoubleForm["fill"]>[0];

async function submitTwice(round: Round, form: DoubleForm, way: Way): Promise<void> {
  const { page } = round;
  const sent = watchRequests(page, form.request);
  const loss = way === "lost reply" ? await loseReply(page, form.request) : null;
  const button = await form.fill(round);
  if (way === "two clicks at once") {
    await button.evaluate((element) => {
      if (!(element instanceof HTMLElement)) return;
      element.click();
      element.click();
    });
  } else if (loss) {
    await button.click();
    await loss.lost;
    await expect(button).not.toHaveAttribute("aria-busy");
    await button.click();
  } else {
    await button.dblclick();
  }
  await expect.poll(() => form.made(round), { message: `${form.name}, ${way}` }).toBe(1);
  await expect.poll(sent.isQuiet).toBe(true);
  expect(await form.made(round), `${form.name}, ${way}`).toBe(1);
  if (!loss) {
    expect(sent.count(), `requests of ${form.name}, ${way}`).toBe(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  sent.stop();
}

async function reloadBetween(round: Round, form: DoubleForm): Promise<void> {
  const { page } = round;
  const loss = await loseReply(page, form.request);
  const button = await form.fill(round);
  await button.click();
  await loss.lost;
  await form.open(round);
  const fields = page.getByRole("form", { name: "New Entry" });
  const content = fields.getByRole("textbox", { name: "Content" });
  await expect(content).toHaveValue(round.text);
  await fields.getByRole("button", { name: "Create" }).click();
  await expect(content).toHaveValue("");
  expect(await form.made(round)).toBe(1);
}

/** Simulates a slow machine, so that nothing renders between two clicks. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

function isWrite(request: Request, pattern: RegExp): boolean {
  return pattern.test(`${request.method()} ${new URL(request.url()).pathname}`);
}

function watchRequests(page: Page, pattern: RegExp) {
  const open = new Set<Request>();
  let count = 0;
  const begin = (request: Request) => {
    if (!isWrite(request, pattern)) return;
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

/** Lets the server process the next write, and drops its reply. */
async function loseReply(page: Page, pattern: RegExp): Promise<{ lost: Promise<void> }> {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  let isLost = false;
  await page.route("**/api/**", async (route) => {
    if (isLost || !isWrite(route.request(), pattern)) return route.fallback();
    isLost = true;
    await route.fetch({ headers: { ...route.request().headers(), "sec-fetch-site": "same-origin" } });
    await route.abort();
    await page.unroute("**/api/**");
    resolve();
  });
  return { lost };
}
