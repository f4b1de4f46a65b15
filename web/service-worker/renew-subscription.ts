/** A browser's report that a subscription has ended, and perhaps the one that it has made instead. */
type SubscriptionChange = Pick<PushSubscriptionChangeEvent, "oldSubscription" | "newSubscription">;

/**
 * Subscribes again in place of a subscription that the browser has ended, and lets the server send to the new one. What the server does not
 * know, because the device was removed or nobody is logged in, is not kept.
 */
export async function renewSubscription(
  pushManager: Pick<PushManager, "subscribe">,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  if (oldSubscription === null || applicationServerKey === null) return;
  const made = newSubscription ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  const { endpoint, keys } = made.toJSON();
  const response = await fetch("/api/me/devices/subscription", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ before: oldSubscription.endpoint, endpoint, keys }),
  });
  if (response.status === 401 || response.status === 404) await made.unsubscribe();
}
