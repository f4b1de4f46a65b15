import { readAgent } from "@groundcrew/shared/lib";
import type { NewDevice } from "@groundcrew/shared/notifications";
import { registerWorker } from "../../data/worker/index.ts";

/** Whether this browser can receive push messages: `install` needs the console on the home screen first. */
export type PushSupport = "available" | "blocked" | "install" | "unsupported";

type BrowserParts = {
  hasPush: boolean;
  permission: NotificationPermission | null;
  /** An iPhone or iPad, on which only an installed app receives push messages. */
  isApple: boolean;
};

export function pushSupport({ hasPush, permission, isApple }: BrowserParts): PushSupport {
  if (!hasPush) return isApple ? "install" : "unsupported";
  return permission === "denied" ? "blocked" : "available";
}

/** The parts of the browser that push messages need. */
export function browserParts(): BrowserParts {
  const hasPush = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || isTouchMac();
  return { hasPush, permission: "Notification" in window ? Notification.permission : null, isApple };
}

/** An iPad pretends to be a Mac. */
function isTouchMac(): boolean {
  return /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
}

/**
 * Asks for permission and subscribes this browser for messages of the server with this key. Null if the user refuses. Call only from a press.
 */
export async function subscribeBrowser(pushKey: string): Promise<NewDevice | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await registerWorker();
  const known = await pushManager.getSubscription();
  // A subscription for another key, such as one from before the server's was replaced, receives nothing.
  const isUsable = known !== null && isKeyOf(known, pushKey);
  if (known !== null && !isUsable) await known.unsubscribe();
  const subscription = isUsable
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return null;
  return { name: readAgent(navigator.userAgent).device, endpoint, keys: { p256dh, auth } };
}

function isKeyOf({ options }: PushSubscription, pushKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return text === pushKey;
}

/** How the server names this browser's subscription; null if it has none. */
export async function ownFingerprint(): Promise<string | null> {
  const subscription = await ownSubscription();
  if (!subscription) return null;
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, FINGERPRINT_LENGTH);
}

const FINGERPRINT_LENGTH = 16;

/** Ends this browser's subscription, so that its push service no longer accepts messages for it. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await ownSubscription())?.unsubscribe();
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (!browserParts().hasPush) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}
