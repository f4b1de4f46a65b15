import type { Station } from "@groundcrew/shared/stations";
import { ADMIN, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test("pressing Error or Online in the header shows only those stations, by keyboard too", async ({ login }) => {
  const page = await login(ADMIN);
  const error = page.getByRole("button", { name: /^Error: \d/ });
  await expect(error).toHaveAttribute("aria-pressed", "false");
  const count = (await error.textContent()) ?? "";
  await error.click();
  await expect(page).toHaveURL(/stations-f-flagged=1/);
  await expect(error).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("definition").nth(1)).toHaveText(count);
  await error.press("Enter");
  await expect(page).not.toHaveURL(/stations-f-flagged/);
  await expect(error).toHaveAttribute("aria-pressed", "false");

  await page.getByRole("button", { name: /^Online: / }).press("Space");
  await expect(page).toHaveURL(/stations-f-online=1/);
});

test("a time that is chosen is named wherever it changes the swaps", async ({ login }) => {
  const page = await login(ADMIN, "/?stations-t=week");
  await expect(page.getByRole("term").filter({ hasText: "Swaps, week" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Stations" }).getByRole("listitem").first()).toContainText("swaps, week");
});

test("a heading of a group names what the stations are grouped by", async ({ login }) => {
  const page = await login(ADMIN, "/?stations-group=api_version");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/^API Version \d/);
});

test("only admins group by support; others sort by the unresolved errors that they see", async ({ login }) => {
  const page = await login(USER, "/?stations-group=support&stations-sort=unresolved&stations-type=");
  await page.getByRole("button", { name: "Group: None" }).click();
  await expect(page.getByRole("menuitemradio")).toHaveText(["None", "Organization", "API Version", "Firmware Version"]);
  const stations: Station[] = await (await page.request.get("/api/stations?include_support_metrics=true")).json();
  const counts = stations.filter(({ actual }) => actual).map((of) => of.support_metrics?.errors_unresolved ?? 0);
  const first = page.getByRole("list", { name: "Stations" }).getByRole("listitem").first();
  await expect(first).toContainText(new RegExp(`${Math.max(...counts)} ?errors?`));
});

test("a search has at most 500 characters", async ({ login }) => {
  const page = await login(ADMIN);
  const box = page.getByRole("searchbox", { name: "Search" });
  await box.focus();
  await page.keyboard.insertText("x".repeat(12_000));
  await expect(page).toHaveURL(new RegExp(`stations-q=x{500}$`));
});
