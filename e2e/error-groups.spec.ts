import type { ErrorGroup } from "@groundcrew/shared/error-groups";
import type { Page } from "@playwright/test";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

test("errors that stations report are a group, whose errors are resolved at once", async ({ login, system }) => {
  const station = await system.onlineStation("atlas");
  const messages = [17, 4, 230].map((number) => `Door motor ${number} drew too much current`);
  for (const message of messages) system.reportError(station.name, message);
  const page = await login(ADMIN, "/supportlog/triage/groups?tg-q=door+motor");
  const rows = page.getByRole("table", { name: "Error groups" }).getByRole("rowgroup").last().getByRole("row");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Door motor n drew too much current");
  await expect(rows).toContainText(/3\s*errors/);
  await expect(rows).toContainText("New");

  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("region", { name: "Selected groups" })).toContainText("1 group selected");
  await page.keyboard.press("e");
  const dialog = page.getByRole("dialog", { name: /^Resolve All Errors of Group/ });
  await dialog.getByRole("textbox", { name: "Solution" }).fill("Replaced the door motor");
  await dialog.getByRole("button", { name: "Resolve 3 Errors" }).click();
  await expect(page.getByText("Resolved 3 errors")).toBeVisible();
  await expect(page.getByText("No matching groups")).toBeVisible();
  await page.getByRole("button", { name: "Resolved", exact: true }).click();
  await expect(rows).toContainText(/Resolved/);
  await expect(rows).toContainText(/0\s*errors/);

  const reply = await page.request.get("/api/error-groups?tab=resolved&q=door+motor");
  const { groups }: { groups: ErrorGroup[] } = await reply.json();
  expect(groups).toMatchObject([{ state: "resolved", open: 0, total: 3 }]);
  const errors = await page.request.get(`/api/stations/${station.name}/errors`);
  const solved: { error_message: string; solution: string | null }[] = await errors.json();
  const solutions = solved.filter(({ error_message }) => messages.includes(error_message));
  expect(solutions.map(({ solution }) => solution)).toEqual(Array(3).fill("Replaced the door motor"));

  await rows.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Door motor n drew too much current");
  await expect(page.getByRole("row").filter({ hasText: station.name })).toBeVisible();
  await expect(page.getByText("Alex Admin resolved 3 errors")).toBeVisible();
});

test("of two browsers that acknowledge a group at once one succeeds, and the other reads who was faster and may take over", async ({
  browser,
  login,
  logIn,
  system,
}) => {
  const station = await system.onlineStation("universal");
  system.reportError(station.name, "Roof heater drew no current");
  const path = "/supportlog/triage/groups?tg-q=roof+heater";
  const page = await login(ADMIN, path);
  const context = await browser.newContext({ baseURL: system.url });
  await logIn(context, "lee@groundcrew.example");
  const otherPage = await context.newPage();
  await otherPage.goto(path);
  const pages = [page, otherPage];
  const ownerOn = (one: Page) => one.getByRole("group", { name: /^Owner of Group/ });
  for (const one of pages) await expect(ownerOn(one)).toHaveText("Acknowledge");

  // Both requests are sent before either is answered.
  const sent = { count: 0, both: Promise.withResolvers<undefined>() };
  for (const one of pages) {
    await one.route("**/api/ownership/group/*", async (route) => {
      sent.count += 1;
      if (sent.count === pages.length) sent.both.resolve(undefined);
      await sent.both.promise;
      await route.continue();
    });
  }
  await Promise.all(
    pages.map((one) =>
      ownerOn(one)
        .getByRole("button", { name: /^Acknowledge/ })
        .click(),
    ),
  );
  const lost = /^(?:Alex Admin|Lee Tran) acknowledged this \d+ seconds? before you\./;
  const [first, second] = pages.map((one) => one.getByText(lost));
  await expect.poll(async () => ((await first?.count()) ?? 0) + ((await second?.count()) ?? 0)).toBe(1);
  const isFirstSlower = (await first?.count()) === 1;
  const [slower, faster] = isFirstSlower ? [page, otherPage] : [otherPage, page];
  await expect(ownerOn(faster)).toContainText("You");
  await expect(ownerOn(slower)).toContainText(isFirstSlower ? "Lee Tran" : "Alex Admin");
  await slower.getByRole("button", { name: "Take Over" }).click();
  await expect(ownerOn(slower)).toContainText("You");
  await expect(ownerOn(faster)).toContainText(isFirstSlower ? "Alex Admin" : "Lee Tran");
  await context.close();
});
