import type { Station } from "@groundcrew/shared/stations";
import { ADMIN, firstStation, showAlone } from "./station-parts.ts";
import { unresolvedCount, writeEntry } from "./support-parts.ts";
import { expect, test } from "./test.ts";

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

test("the current page and pressed buttons are recognizable without colors", async ({ login }) => {
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

test("an error counter that needs attention is recognizable without colors, in a row and above a support log", async ({
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
