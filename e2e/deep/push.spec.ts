import { writePushMessage } from "../../shared/src/notifications/push-message.ts";
import { expect } from "../test.ts";
import {
  cachedPaths,
  clickNotification,
  deliverPush,
  shownNotifications,
  subscribeAt,
  test,
  TURN_ON,
} from "../push-steps.ts";
import { ADMIN } from "../station-steps.ts";

test.beforeEach(async ({ login, page, context }) => {
  await context.grantPermissions(["notifications"]);
  await subscribeAt(page, { url: "http://127.0.0.1:9", bodies: [], stop: () => {} });
  await login(ADMIN, "/attention/me");
  await page.getByRole("button", { name: TURN_ON }).click();
  await expect(page.getByText("This device receives push messages")).toBeVisible();
});

test("a click on a notification opens its page in a tab that is open, and otherwise in a new one", async ({
  page,
  context,
}) => {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const message = { title: "Reno 4: Offline", body: "Since 14:02.", tag: "alert-7", path: "/attention/rules" };
  await deliverPush(page, writePushMessage(message));
  await expect.poll(() => shownNotifications(page)).toEqual([message]);
  await page.evaluate(() => document.body.setAttribute("data-loaded", "once"));
  expect(await clickNotification(worker, "alert-7")).toEqual(["focused /attention/me"]);
  await expect(page).toHaveURL(/\/attention\/rules$/);
  await expect(page.locator("body")).toHaveAttribute("data-loaded", "once");
  expect(await shownNotifications(page)).toEqual([]);

  // A message that is not understood is shown too: browsers end subscriptions for whose messages nothing is shown.
  await deliverPush(page, "nonsense");
  await expect.poll(() => shownNotifications(page)).toMatchObject([{ title: "New notification", path: "/attention" }]);
  await page.goto("about:blank");
  expect(await clickNotification(worker, "")).toEqual(["opened /attention"]);
});

test("the installed console caches the page and its files, and starts from them without a connection", async ({
  page,
  context,
  problems,
}) => {
  await page.getByRole("link", { name: "Rules" }).first().click();
  await page.goto("/");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  const paths = await cachedPaths(page);
  expect(paths).toContain("/");
  expect(paths.filter((path) => path !== "/" && !/^\/assets\/[\w.-]+\.(js|css|svg|png|woff2)$/.test(path))).toEqual([]);

  problems.allow(/console: /);
  await context.setOffline(true);
  await page.goto("/attention/me");
  await expect(page.getByText("The console could not start.")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Attention" })).toBeVisible();
  expect(await page.locator('meta[name="has-session"]').getAttribute("content")).toBe("unknown");
  await page.reload();
  expect(await page.locator('meta[name="has-session"]').getAttribute("content")).toBe("yes");
});
