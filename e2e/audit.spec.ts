import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ADMIN, createKey, MANAGER, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

/** Sends a request from the page, as a program of the logged-in user would; returns the status. */
function send(page: Page, request: { method: string; path: string; body?: object }): Promise<number> {
  return page.evaluate(async ({ method, path, body }) => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(path, body ? { method, headers, body: JSON.stringify(body) } : { method });
    return reply.status;
  }, request);
}

test("an admin finds what they have just done with the values before and after, and downloads it", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN, "/manage/apikeys");
  await createKey(page, "Key for the audit");
  await page.getByRole("dialog", { name: "Your New Key" }).getByRole("button", { name: "Close", exact: true }).click();
  const [station] = await system.stationsOf("Harbor Air");
  const changes = { description: "Moved to the roof" };
  expect(await send(page, { method: "PATCH", path: `/api/stations/${station?.name}`, body: changes })).toBe(200);

  await page.getByRole("link", { name: "Audit Log" }).click();
  await expect(rowOf(page, "Created an API key")).toContainText("admin@groundcrew.example");
  await rowOf(page, "Edited a station").first().getByRole("button").click();
  await expect(rowOf(page, "Description").last()).toContainText("Moved to the roof");

  await page.getByRole("button", { name: "Action: Any" }).click();
  await page.getByRole("menuitemradio", { name: "API keys" }).click();
  await expect(page).toHaveURL(/au-action=keys/);
  await expect(rowOf(page, "Edited a station")).toHaveCount(0);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toContain("createApiKey,done");
  expect(file).toContain("Key for the audit");
  expect(file).not.toContain("editStation");
  await page.getByRole("button", { name: "Action: API keys" }).click();
  await page.getByRole("menuitemradio", { name: "Any" }).click();
  await page.reload();
  await expect(rowOf(page, "Downloaded the audit log")).toBeVisible();
});

test("a manager sees the acts of their organization, and a refused attempt", async ({ login }) => {
  const page = await login(MANAGER, "/manage/users");
  const path = "/api/users?email=admin@groundcrew.example";
  expect(await send(page, { method: "DELETE", path })).toBe(404);
  await page.getByRole("link", { name: "Audit Log" }).click();
  const row = rowOf(page, "Tried to delete a user");
  await expect(row).toContainText("Refused");
  await expect(row).toContainText("404");
  await expect(page.getByText(/entr(y|ies) of Skyline Logistics/)).toBeVisible();
  await expect(page.getByText("admin@groundcrew.example")).toHaveCount(1);
});
