import { expectAccessibleInEachLayout } from "./axe.ts";
import { deliverPush, shownNotifications, startPushReceiver, subscribeAt, test, TURN_ON } from "./push-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect } from "./test.ts";

test("a device on which push is turned on receives a test, and shows it", async ({ login, page, context }) => {
  const receiver = await startPushReceiver();
  await context.grantPermissions(["notifications"]);
  const subscription = await subscribeAt(page, receiver);
  await login(ADMIN, "/attention/me");
  expect(context.serviceWorkers()).toEqual([]);
  await page.getByRole("button", { name: TURN_ON }).click();
  await expect(page.getByText("This device receives push messages")).toBeVisible();
  const device = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
  await expect(device).toContainText("Chrome on Linux");
  await expect(page.getByText("Push notifications are on for this device.")).toBeVisible();

  await device.getByRole("button", { name: /^Test/ }).click();
  await expect(page.getByText("The test was sent")).toBeVisible();
  await expect(device).toContainText("last message");
  await expectAccessibleInEachLayout(page);
  const [body = Buffer.alloc(0)] = receiver.bodies;
  receiver.stop();
  await deliverPush(page, subscription.read(body));
  const test = {
    title: "Test",
    body: `This is a test by ${ADMIN}. Nothing has happened.`,
    tag: "test",
    path: "/attention/me",
  };
  await expect
    .poll(() => shownNotifications(page))
    .toEqual([expect.objectContaining({ ...test, body: expect.any(String) })]);

  await device.getByRole("button", { name: /^Remove/ }).click();
  await expect(device).toHaveCount(0);
  await expect(page.getByRole("button", { name: TURN_ON })).toBeVisible();
});
