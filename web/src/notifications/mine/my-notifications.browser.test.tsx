import { addMyDevice, getMyNotifications, subscribeToRule, type Device } from "@groundcrew/shared/notifications";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { fakeClock } from "../../../test/clock.ts";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { serveMine } from "../../../test/fake-notifications.ts";
import { dialog } from "../../../test/find.ts";
import { openConsole } from "../../../test/open-console.tsx";

const devices = page.getByRole("list", { name: "Devices" }).getByRole("listitem");
const base = { created: "2026-11-01T00:00:00.000Z", last_sent: null, ended: null, end_reason: null };
const phone = {
  ...base,
  id: 2,
  name: "iPhone",
  ended: "2026-11-18T09:00:00.000Z",
  end_reason: "Its browser ended the subscription",
  fingerprint: "b",
};

const laptop = { ...base, id: 1, name: "Firefox on Linux", fingerprint: "a" };

function openMine(known: readonly Device[] = [laptop, phone]) {
  const server = startFakeConsole();
  const served = serveMine(server, known);
  return { server, ...served, ...openConsole("/attention/me") };
}

test("someone is notified of a rule by email or push, and of what concerns them", async () => {
  const { mine } = openMine();
  await page.getByRole("checkbox", { name: "Station offline by push" }).click();
  await expect.poll(() => mine().rules[0]).toMatchObject({ email: false, push: true });
  await page.getByRole("checkbox", { name: "Assignments (to me or by me) by email" }).click();
  await expect.poll(() => mine().topics.assigned).toEqual({ email: true, push: false });
  await expect.element(page.getByRole("checkbox", { name: "Station offline by push" })).toBeChecked();
});

test("a subscription is displayed as chosen at once, and changed again only once it is saved", async () => {
  const clock = fakeClock();
  const { server, mine } = openMine();
  const email = page.getByRole("checkbox", { name: "Station offline by email" });
  const push = page.getByRole("checkbox", { name: "Station offline by push" });
  await expect.element(email).toBeVisible();
  const reloaded = Promise.withResolvers<void>();
  server.on(getMyNotifications, async () => {
    await reloaded.promise;
    return { status: 200 as const, body: mine() };
  });
  await email.click();
  await expect.element(email).toBeChecked();
  await expect.poll(() => server.requestsTo(getMyNotifications).length).toBe(2);
  await clock.pass(3 * SECOND_MS);
  await push.click({ force: true });
  expect(server.requestsTo(subscribeToRule)).toHaveLength(1);
  reloaded.resolve();
  await expect.element(push).toBeEnabled();
  await push.click();
  await expect.poll(() => mine().rules[0]).toMatchObject({ email: true, push: true });
});

test("devices are tested and removed, and one that has ended says why", async () => {
  openMine();
  await expect.element(devices.nth(1)).toMatchTextContent(/iPhone.*Its browser ended the subscription/s);
  await expect.element(devices.nth(1).getByRole("button", { name: /^Test/ })).not.toBeInTheDocument();
  await devices.first().getByRole("button", { name: "Test Firefox on Linux" }).click();
  await expect.element(page.getByText("The test was sent")).toBeVisible();
  await devices.nth(1).getByRole("button", { name: "Remove iPhone" }).click();
  await expect.poll(() => devices.length).toBe(1);
});

test("the browser recognizes itself among the devices, and ends its subscription when it is removed", async () => {
  const endpoint = "https://push.example/1";
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const fingerprint = [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
  const pushManager = { getSubscription: async () => ({ endpoint, unsubscribe }) };
  vi.spyOn(navigator.serviceWorker, "getRegistration").mockResolvedValue(
    Object.defineProperty(Object.create(ServiceWorkerRegistration.prototype), "pushManager", { value: pushManager }),
  );
  vi.spyOn(Notification, "permission", "get").mockReturnValue("default");
  openMine([{ ...base, id: 3, name: "Chrome on Linux", fingerprint }, phone]);
  await expect.element(devices.first()).toMatchTextContent(/Chrome on Linux.*This device · no message yet/s);
  await expect.element(page.getByText("Push notifications are on for this device.")).toBeVisible();
  await devices.nth(1).getByRole("button", { name: "Remove iPhone" }).click();
  await expect.poll(() => devices.length).toBe(1);
  expect(unsubscribe).not.toHaveBeenCalled();
  await devices.first().getByRole("button", { name: "Remove Chrome on Linux" }).click();
  await expect.element(page.getByRole("button", { name: "Turn On Push on This Device" })).toBeVisible();
  expect(unsubscribe).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test("permission is asked for only by a press, and a refusal is explained", async () => {
  const ask = vi.spyOn(Notification, "requestPermission").mockResolvedValue("denied");
  const permission = vi.spyOn(Notification, "permission", "get").mockReturnValue("default");
  const { server } = openMine();
  const button = page.getByRole("button", { name: "Turn On Push on This Device" });
  await expect.element(button).toBeVisible();
  expect(ask).not.toHaveBeenCalled();
  permission.mockReturnValue("denied");
  await button.click();
  await expect.element(page.getByText("This browser blocks messages. Allow them in its settings.")).toBeVisible();
  expect(server.requestsTo(addMyDevice)).toEqual([]);
  vi.restoreAllMocks();
});

test("quiet hours are saved with their zone", async () => {
  const { mine } = openMine();
  await page.getByRole("checkbox", { name: "Use quiet hours" }).click();
  await page.getByLabelText("From").fill("21:30");
  await page.getByRole("combobox", { name: "Time Zone" }).selectOptions("America/Denver");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => mine().quiet)
    .toEqual({ from: "21:30", to: "07:00", zone: "America/Denver", urgent_after_hour: true });
});

test("edited quiet hours stay when others are saved elsewhere, and are not left without a question", async () => {
  const clock = fakeClock();
  const { mine, router, setQuiet } = openMine();
  await page.getByRole("checkbox", { name: "Use quiet hours" }).click();
  await page.getByLabelText("From").fill("21:15");
  setQuiet({ from: "23:00", to: "05:00", zone: "UTC", urgent_after_hour: true });
  await clock.pass(MINUTE_MS);
  await expect.element(page.getByText(/^Meanwhile 23:00 to 05:00 \(UTC\) was saved\./)).toBeVisible();
  await expect.element(page.getByLabelText("From")).toHaveValue("21:15");
  await page.getByRole("link", { name: "Rules" }).click();
  await dialog().getByRole("button", { name: "Stay" }).click();
  expect(router.history.location.href).toBe("/attention/me");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => mine().quiet).toMatchObject({ from: "21:15", to: "05:00" });
});
