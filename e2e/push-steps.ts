import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { CDPSession, Page, Worker } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { subscribe, type Subscribed } from "../server/test/push-browser.ts";
import { CHROMIUM_FLAGS } from "./chromium-flags.ts";
import { test as base } from "./test.ts";

export const TURN_ON = "Turn On Push on This Device";

/** Tests in Chromium itself: the headless shell has no notifications. */
export const test = base.extend({
  context: async ({ playwright, baseURL }, use) => {
    const executablePath = findChromium() ?? "chromium";
    const browser = await playwright.chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await use(context);
    await browser.close();
  },
});

/** A push service on this machine. */
export type PushReceiver = { url: string; bodies: Buffer[]; stop(): void };

/** Starts a push service that accepts everything. Chromium's own cannot be reached by tests. */
export async function startPushReceiver(): Promise<PushReceiver> {
  const bodies: Buffer[] = [];
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    bodies.push(await buffer(request));
    response.writeHead(201).end();
  }
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { bodies, url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

/** Lets the browser's pages subscribe at `receiver` in place of Chromium's own push service. */
export async function subscribeAt(page: Page, receiver: PushReceiver): Promise<Subscribed> {
  const subscription = subscribe(`${receiver.url}/subscription`);
  const { endpoint, keys } = subscription;
  await page.addInitScript(
    ({ endpoint, keys }) => {
      let current: PushSubscription | null = null;
      PushManager.prototype.getSubscription = async () => current;
      PushManager.prototype.subscribe = async ({ applicationServerKey } = {}) => {
        if (typeof applicationServerKey !== "string") throw new Error("There is no key.");
        const made: PushSubscription = Object.create(PushSubscription.prototype, {
          endpoint: { value: endpoint },
          toJSON: { value: () => ({ endpoint, keys }) },
          unsubscribe: { value: async () => void (current = null) },
        });
        current = made;
        return made;
      };
    },
    { endpoint, keys },
  );
  return subscription;
}

/** Delivers the text of a push message to the service worker of a page, as the browser does after decryption. */
export async function deliverPush(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const { origin } = new URL(page.url());
  await session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: text });
  await session.detach();
}

async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  return found;
}

/** The notifications that are shown. */
export function shownNotifications(page: Page): Promise<{ title: string; body: string; tag: string; path: unknown }[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, tag, data: path }) => ({ title, body, tag, path }));
  });
}

/**
 * Clicks the notification with this tag, and returns the tabs that got the focus or were opened for it. Browsers permit both after a real click
 * only, which a test cannot make.
 */
export async function clickNotification(worker: Worker, tag: string): Promise<string[]> {
  return worker.evaluate<string[]>(`(async () => {
    const done = [];
    WindowClient.prototype.focus = async function () { done.push("focused " + new URL(this.url).pathname); return this; };
    Clients.prototype.openWindow = async (path) => { done.push("opened " + path); return null; };
    const [notification] = await self.registration.getNotifications({ tag: ${JSON.stringify(tag)} });
    const event = new NotificationEvent("notificationclick", { notification });
    const handled = new Promise((resolve) => Object.defineProperty(event, "waitUntil", { value: resolve }));
    self.dispatchEvent(event);
    await handled;
    return done;
  })()`);
}

/** The paths of all files that service workers have cached. */
export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const all = names.map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname);
  });
}
