import { readPushMessage } from "../../shared/src/notifications/push-message.ts";
import { ANSWER_MS, OPEN_PAGE, type OpenPage } from "../src/data/worker/open-page.ts";

/** Shows a push message. A later one with the same tag replaces it, and alerts the person again. */
export async function showPush(
  registration: Pick<ServiceWorkerRegistration, "showNotification">,
  text: string,
): Promise<void> {
  const { title, body, tag, path } = readPushMessage(text);
  // `renotify` is not in TypeScript's library. Browsers refuse it without a tag.
  const options: NotificationOptions & { renotify: boolean } = { body, tag, renotify: tag !== "", data: path };
  await registration.showNotification(title, options);
}

/** Opens the page of a notification: in a tab of the console that answers, which gets the focus, or in a new one. */
export async function openPage(clients: Clients, { data }: Notification): Promise<void> {
  const path = String(data);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const answered = await Promise.any(windows.map(answering)).catch(() => null);
  if (answered === null) {
    await clients.openWindow(path);
    return;
  }
  answered.postMessage({ type: OPEN_PAGE, path } satisfies OpenPage, []);
  await answered.focus();
}

/** Resolves with the tab once it answers. Rejects if it does not: it may be suspended, or from a build that does not answer. */
async function answering(tab: WindowClient): Promise<WindowClient> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<WindowClient>((resolve, reject) => {
    port1.addEventListener("message", () => resolve(tab));
    setTimeout(() => reject(new Error("No answer.")), ANSWER_MS);
  });
  port1.start();
  tab.postMessage({ type: OPEN_PAGE, path: null } satisfies OpenPage, [port2]);
  return answer;
}
