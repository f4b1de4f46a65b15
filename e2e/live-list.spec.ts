import type { Page } from "@playwright/test";
import { editStation, expectLive, listRow } from "./live-steps.ts";
import { ADMIN } from "./station-steps.ts";
import type { TestSystem } from "./test-system.ts";
import { expect, test } from "./test.ts";

test("the order of the list is held while the pointer or the focus is in it, P pauses it, changes are marked without motion, and without live changes it shows its age", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const two = [await system.onlineStation("atlas"), await system.onlineStation("atlas")] as const;
  await test.step("the order is held until Sort Now or leaving", () => holdOrder(page, two));
  await test.step("P pauses the list, which says what waits, and Resume shows it", () => pause(page, two));
  await test.step("changes are marked without any motion for those who prefer that", () => mark(page, two));
  await test.step("with live changes switched off, the list shows its age again and Refresh", () => poll(page, two));
});

type Two = readonly [Shown, Shown];
type Shown = Awaited<ReturnType<TestSystem["onlineStation"]>>;

async function holdOrder(page: Page, [first, second]: Two): Promise<void> {
  await showTwo(page, [first, second], "held");
  const list = page.getByRole("list", { name: "Stations" });
  const chip = page.getByRole("button", { name: /would move/ });
  await expect(list.getByRole("listitem")).toContainText([first.serial_number, second.serial_number]);

  await listRow(page, second.serial_number).hover();
  await editStation(page, first.name, { description: "held c" });
  await expect(listRow(page, first.serial_number)).toContainText("held c");
  await expect(chip).toHaveText("1 row would move Sort Now");
  await expect(list.getByRole("listitem")).toContainText([first.serial_number, second.serial_number]);
  await page.getByRole("heading", { name: "Stations" }).hover();
  await expect(chip).toHaveCount(0);
  await expect(list.getByRole("listitem")).toContainText([second.serial_number, first.serial_number]);

  await listRow(page, first.serial_number).getByRole("button").first().focus();
  await editStation(page, first.name, { description: "held a" });
  await expect(chip).toBeVisible();
  await expect(list.getByRole("listitem")).toContainText([second.serial_number, first.serial_number]);
  await chip.click();
  await expect(list.getByRole("listitem")).toContainText([first.serial_number, second.serial_number]);
  await expect(chip).toHaveCount(0);
}

async function pause(page: Page, [first, second]: Two): Promise<void> {
  await showTwo(page, [first, second], "paused");
  const row = listRow(page, first.serial_number);
  await page.keyboard.press("p");
  await expect(page.getByText(/^Paused at .* Nothing has changed since\.$/)).toBeVisible();
  await editStation(page, first.name, { description: "paused c" });
  await expect(page.getByText(/^Paused at .* \d+ changes? to \d+ stations? waiting\b/)).toBeVisible();
  await expect(row).toContainText("paused a");
  const resume = page.getByRole("button", { name: /^Resume/ });
  await expect(resume).toHaveText(/^Resume[1-9]\d*$/);
  await page.setViewportSize({ width: 310, height: 900 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await resume.click();
  await expect(row).toContainText("paused c");
  await expectLive(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function mark(page: Page, [first, second]: Two): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await showTwo(page, [first, second], "marked");
  const row = listRow(page, first.serial_number);
  await editStation(page, first.name, { description: "marked d" });
  const marked = row.locator("[data-changed~=description]");
  await expect(marked).toBeVisible();
  const motion = await marked.evaluate((element) => ({
    animations: element.getAnimations({ subtree: true }).length,
    durations: [element, ...element.querySelectorAll("*")].map((part) => getComputedStyle(part).transitionDuration),
  }));
  expect(motion.animations).toBe(0);
  expect(
    new Set(
      motion.durations
        .flatMap((text) => text.split(", "))
        .map(parseFloat)
        .filter((s) => s > 0.001),
    ),
  ).toEqual(new Set());
  await expect(row).toContainText("marked d");
}

async function poll(page: Page, [first, second]: Two): Promise<void> {
  await showTwo(page, [first, second], "polled");
  await page.getByTitle("Connection of this browser").click();
  await page.getByRole("switch", { name: "Live in this browser" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Updated /)).toBeVisible();
  await editStation(page, first.name, { description: "polled d" });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(listRow(page, first.serial_number)).toContainText("polled d", { timeout: 2_000 });
  }).toPass();
}

/** Shows two stations, in the order of their descriptions, which start with a word. */
async function showTwo(page: Page, [first, second]: Two, word: string): Promise<void> {
  await editStation(page, first.name, { description: `${word} a` });
  await editStation(page, second.name, { description: `${word} b` });
  const query = encodeURIComponent(`${first.serial_number}|${second.serial_number}`);
  await page.goto(`/?stations-sort=description&stations-q=${query}`);
  await expectLive(page);
  await expect(listRow(page, first.serial_number)).toContainText(`${word} a`);
  await expect(listRow(page, second.serial_number)).toContainText(`${word} b`);
}
