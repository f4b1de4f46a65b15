import { usualRules, type AlertRule } from "@groundcrew/shared/alerts";
import type { Locator, Page } from "@playwright/test";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const TOO_HOT_F = 107;
const USUAL_F = 72;

test("a station that gets too hot appears in Attention, is acknowledged, and ends when it has cooled down", async ({
  login,
  system,
}) => {
  const station = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/attention?at-q=${station.name}`);
  await expect(page.getByText("No matching alerts")).toBeVisible();
  const rule = await addRule(page, station.name);
  // Simulated stations report every ten seconds.
  const connection = await system.impersonate(station.name);
  await connection.report(0, { internal_temperature: TOO_HOT_F });
  const listed = (name: string) => page.getByRole("table", { name, exact: true });
  await refreshUntil(page, listed("Needs a person").getByText(`${TOO_HOT_F}°F inside`));
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Attention/ })).toContainText(
    /\d/,
  );

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(listed("Needs a person")).toContainText(`Began: ${TOO_HOT_F}°F inside`);
  await expect(listed("Needs a person")).toContainText(rule.name);
  await page.keyboard.press("a");
  await expect(page.getByRole("group", { name: /^Owner of / })).toContainText("You");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(listed("Acknowledged")).toContainText(`${TOO_HOT_F}°F inside`);

  await connection.report(0, { internal_temperature: USUAL_F });
  await refreshUntil(page, page.getByText("No matching alerts"));
  await page.goto(`/attention?at-section=ended&at-q=${station.name}`);
  await expect(listed("Ended")).toContainText("Back within the limit");
  await page.request.delete(`/api/alert-rules/${rule.id}?rev=${rule.rev}`);
  await connection.disconnect();
});

/** Refreshes the list, which loads itself again every 15 s, until it shows this. */
async function refreshUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(shown.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Adds a rule for one station: it is too hot as soon as it says so. */
async function addRule(page: Page, station: string): Promise<AlertRule> {
  const [usual] = usualRules();
  const condition = { kind: "temperature", direction: "above", fahrenheit: 100, minutes: 0 };
  const data = { ...usual, name: `${station} is too hot`, condition, scope: { kind: "stations", names: [station] } };
  const reply = await page.request.post("/api/alert-rules", { data });
  expect(reply.status()).toBe(201);
  return await reply.json();
}
