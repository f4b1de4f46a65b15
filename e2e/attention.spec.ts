import { usualRules, type AlertRule } from "@groundcrew/shared/alerts";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

/** A condition has to hold for a minute at least. */
const FOUND = { timeout: 120_000 };

test("a station that goes offline appears in Attention, is acknowledged, and ends when it is back", async ({
  login,
  system,
}) => {
  const station = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/attention?at-q=${station.name}`);
  await expect(page.getByText("No alert matches")).toBeVisible();
  const rule = await addRule(page, station.name);
  await system.disconnectStation(station.name);
  const listed = (name: string) => page.getByRole("list", { name, exact: true });
  await expect(listed("Needs a person")).toContainText("Offline", FOUND);
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Attention/ })).toContainText(
    /\d/,
  );

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(listed("Needs a person")).toContainText("Began: Offline");
  await expect(listed("Needs a person")).toContainText(rule.name);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.keyboard.press("a");
  await expect(page.getByRole("group", { name: /^Owner of Offline/ })).toContainText("You");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(listed("Acknowledged")).toContainText("Offline");

  await system.reconnectStation(station.name);
  await expect(page.getByText("No alert matches")).toBeVisible(FOUND);
  await page.goto(`/attention?at-section=ended&at-q=${station.name}`);
  await expect(listed("Ended")).toContainText("Online again");
  await page.request.delete(`/api/alert-rules/${rule.id}?rev=${rule.rev}`);
});

/** Adds a rule that watches whether one station is offline for a minute. */
async function addRule(page: Page, station: string): Promise<AlertRule> {
  const [usual] = usualRules();
  const condition = { kind: "offline", minutes: 1 };
  const data = { ...usual, name: `${station} is offline`, condition, scope: { kind: "stations", names: [station] } };
  const reply = await page.request.post("/api/alert-rules", { data });
  expect(reply.status()).toBe(201);
  return await reply.json();
}
