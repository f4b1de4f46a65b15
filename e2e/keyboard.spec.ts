import type { Page } from "@playwright/test";
import type { Station } from "@groundcrew/shared/stations";
import { ADMIN, firstStation, showAlone } from "./station-parts.ts";
import { unresolvedCount, writeEntry } from "./support-parts.ts";
import { expect, test } from "./test.ts";

const rows = { name: "Stations" };

test("a row of the list is one stop of the Tab key; arrow keys move between rows and their controls", async ({
  login,
}) => {
  const page = await login(ADMIN);
  const list = page.getByRole("list", rows);
  const details = list.getByRole("button", { name: /^Details of/ });
  await expect(details.nth(3)).toBeVisible();
  const reachable = () =>
    list.evaluate((element) => {
      const items = [...element.querySelectorAll("li[data-index]")];
      return items.filter((item) => item.querySelector('a:not([tabindex="-1"]), button:not([tabindex="-1"])')).length;
    });
  expect(await reachable()).toBe(1);

  await details.nth(0).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(details.nth(2)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(list.getByRole("listitem").nth(2).getByRole("button").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect(details.nth(1)).toBeFocused();
  expect(await reachable()).toBe(1);

  // Tab moves through the row's controls; from the last one it leaves the list.
  await page.keyboard.press("Tab");
  expect(await list.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

test("arrow keys reach rows that were not in the page before", async ({ login }) => {
  const page = await login(ADMIN, "/?stations-type=");
  const list = page.getByRole("list", rows);
  const details = list.getByRole("button", { name: /^Details of/ });
  await details.nth(0).focus();
  for (let presses = 0; presses < 30; presses++) await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("listitem").filter({ has: page.locator(":focus") })).toHaveAttribute(
    "aria-posinset",
    "31",
  );
});

test("the search help closes with Escape, and the focus stays on its button", async ({ login }) => {
  const page = await login(ADMIN);
  const help = page.getByRole("button", { name: "Search help" });
  await help.press("Enter");
  await expect(page.getByRole("dialog", { name: "Search help" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Search help" })).toHaveCount(0);
  await expect(help).toBeFocused();
});

test("how many stations a search, a sort or a group left is announced", async ({ login }) => {
  const page = await login(ADMIN);
  const status = page.getByRole("status").filter({ hasText: /stations?\b/ });
  await expect(status.first()).toHaveText(/^\d+ stations$/);
  await page.getByRole("searchbox").fill("no station is called this");
  await expect(status.first()).toHaveText("0 stations");
  await page.goto("/?stations-sort=serial_number&stations-group=organization");
  await expect(status.first()).toHaveText(
    /^\d+ stations, sorted by Serial Number, ascending, grouped by Organization$/,
  );
});

for (const path of ["/ssot", "/ssot/hw-variation", "/ssot/replaceables"]) {
  test(`how many stations a search left is announced on ${path} too`, async ({ login }) => {
    const page = await login(ADMIN, `${path}?stations-f-actual=0`);
    const status = page.getByRole("status").filter({ hasText: /\d stations?\b/ });
    await expect(status.first()).toHaveText(/^[1-9]\d* stations/);
    await page.getByRole("searchbox", { name: "Search", exact: true }).fill("no station is called this");
    await expect(status.first()).toHaveText(/^0 stations/);
  });
}

test("N and P move through the errors of the history chart", async ({ login }) => {
  const page = await login(ADMIN);
  const station = await firstStation<{ name: string; errors_total: number }>(page, "", (of) => of.errors_total > 3);
  await page.goto(`/stations/${station.name}`);
  const slider = page.getByRole("slider", { name: /^Activity Data/ });
  await slider.focus();
  const errors = async () =>
    Number(/Errors ([\d,]+)/.exec((await slider.getAttribute("aria-valuetext")) ?? "")?.[1]?.replace(",", ""));
  const last = await errors();
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await expect.poll(errors).toBeLessThan(last);
  const before = await errors();
  await page.keyboard.press("n");
  await expect.poll(errors).toBeGreaterThan(before);
});

for (const width of [641, 720, 800, 900]) {
  test(`the statistics of a station are read in one line each at ${width} pixels`, async ({ login }) => {
    const page = await login(ADMIN);
    const station = await firstStation<{ name: string }>(page, "", () => true);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/stations/${station.name}`);
    const swaps = page.getByRole("button", { name: /, swaps by period$/ });
    await expect(swaps).toBeVisible();
    const { height } = await swaps.evaluate((element) => element.getBoundingClientRect());
    expect(height).toBeLessThan(30);
    const card = page.getByRole("region", { name: "Statistics" });
    expect(await card.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  });
}

test("the current page and pressed buttons can be told without colors", async ({ login }) => {
  const page = await login(ADMIN);
  await page.emulateMedia({ forcedColors: "active" });
  const underlined = (name: string) =>
    page.getByRole("button", { name, exact: true }).evaluate((element) => getComputedStyle(element).textDecorationLine);
  expect([await underlined("Atlas"), await underlined("Universal")]).toEqual(["underline", "none"]);
  expect(
    await page
      .getByRole("banner")
      .getByRole("link", { name: "Stations" })
      .evaluate((element) => getComputedStyle(element).textDecorationLine),
  ).toBe("underline");
});

test("an error counter that needs attention can be told without colors, in a row and above a support log", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const isCalm = ({ support_metrics, retired }: Station) =>
    support_metrics?.errors_unresolved === 0 && retired === null;
  const calm = await firstStation<Station>(page, "include_support_metrics=true", isCalm);
  const alarming = (await system.stationsOf("Harbor Air")).find(({ name }) => name !== calm.name);
  if (!alarming) throw new Error("The organization has no other station.");
  await system.logErrors(alarming.name, 1);
  await expect.poll(() => unresolvedCount(page, alarming.name)).toBeGreaterThan(0);
  const content = `Counted without colors ${Date.now()}`;
  for (const { name } of [calm, alarming]) await writeEntry(page, name, { content, status: "note" });
  await page.emulateMedia({ forcedColors: "active" });
  const counter = (of: { serial_number: string }) =>
    page.getByRole("button", { name: `Unresolved errors of ${of.serial_number}:` });

  for (const [station, line] of [
    [calm, "none"],
    [alarming, "underline"],
  ] as const) {
    await showAlone(page, station);
    await expect(counter(station)).toHaveCSS("text-decoration-line", line);
  }
  await page.goto("/supportlog/entries");
  await page.getByRole("searchbox").fill(content);
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(counter(calm)).toHaveCSS("text-decoration-line", "none");
  await expect(counter(alarming)).toHaveCSS("text-decoration-line", "underline");
  await expect(counter(alarming)).toHaveCSS("border-top-style", "double");
});

test("Escape closes a dialog pressed in the moment it opens", async ({ login }) => {
  const page = await login(ADMIN);
  const logs = page.getByRole("link", { name: /^Logs of/ }).first();
  await expect(logs).toBeVisible();
  // The first time also loads the dialog's code, so React runs its effects later than the second time.
  for (const opening of ["first", "second"]) {
    const pressed = escapeOnOpening(page);
    await logs.click();
    await pressed;
    await expect(page.getByRole("dialog"), `${opening} opening`).toHaveCount(0);
    await expect(logs).toBeFocused();
  }
});

/** Presses Escape as soon as a dialog is in the DOM, before the first paint. */
async function escapeOnOpening(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const observer = new MutationObserver(() => {
      if (!document.querySelector("dialog")) return;
      observer.disconnect();
      const focused = document.activeElement ?? document.body;
      focused.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
      resolve();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return promise;
  });
}
