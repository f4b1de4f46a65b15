import { ADMIN, createKey, inviteByForm, clickAndConfirm, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

// @spec 9.4, 128.2, 130.1, 130.2, 131.1, 131.2
test("an admin creates an organization, invites its first user, and creates a key that works until it is revoked", async ({
  login,
  playwright,
  system,
}) => {
  const page = await login(ADMIN, "/manage/organizations");
  const stations = (await system.stationsOf("Harbor Air")).length;
  await expect(rowOf(page, "Harbor Air")).toContainText(String(stations));
  await page.getByLabel("Name").fill("Meridian Survey");
  await page.getByRole("button", { name: "Create Organization" }).click();
  await expect(page.getByText("Created the organization Meridian Survey.")).toBeVisible();
  await expect(rowOf(page, "Meridian Survey")).toContainText("0");

  await page.getByLabel("Organization", { exact: true }).selectOption("Meridian Survey");
  await page.getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL(/\/manage\/users\?org_id=\d+$/);
  await expect(page.getByText("This organization has no users yet.")).toBeVisible();
  await page.reload();
  await inviteByForm(page, "first@meridian.example");
  await expect(rowOf(page, "first@meridian.example")).toBeVisible();
  expect(await system.newestMail("first@meridian.example")).toContain("Meridian Survey");

  await page.getByRole("link", { name: "API Keys" }).click();
  await createKey(page, "Nightly report");
  const dialog = page.getByRole("dialog", { name: "Your New Key" });
  const key = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  const row = rowOf(page, "Nightly report");
  await expect(row).toContainText("Never");

  const client = await playwright.request.newContext({ baseURL: system.url });
  const request = () => client.get("/api/stations", { headers: { authorization: `Bearer ${key}` } });
  expect(await (await request()).json()).toEqual([]);
  await page.reload();
  await expect(row).not.toContainText("Never");
  await expect(page.getByText(key)).toHaveCount(0);
  await clickAndConfirm(row, "Revoke");
  await expect(row).toHaveCount(0);
  expect((await request()).status()).toBe(401);
  await client.dispose();
});
