import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renewSubscription } from "./renew-subscription.ts";

const fetched = vi.fn<typeof fetch>();
const subscribe = vi.fn<PushManager["subscribe"]>();
const unsubscribe = vi.fn<() => Promise<boolean>>(async () => true);
const key = new Uint8Array([4, 1]).buffer;

beforeEach(() => {
  fetched.mockReset().mockResolvedValue(new Response("{}"));
  subscribe.mockReset();
  unsubscribe.mockClear();
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

function subscriptionAt(endpoint: string, applicationServerKey: ArrayBuffer | null = key) {
  const keys = { p256dh: `p of ${endpoint}`, auth: "a" };
  return {
    endpoint,
    expirationTime: null,
    options: { userVisibleOnly: true, applicationServerKey },
    getKey: () => null,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe,
  } satisfies PushSubscription;
}

const [before, made] = ["https://push.example/1", "https://push.example/2"];
const sent = { before, endpoint: made, keys: { p256dh: `p of ${made}`, auth: "a" } };
const sentBody = async () => new Response(fetched.mock.calls[0]?.[1]?.body).json();

test("the browser subscribes again with the same key, and the server gets the new subscription", async () => {
  subscribe.mockResolvedValue(subscriptionAt(made));
  await renewSubscription({ subscribe }, { oldSubscription: subscriptionAt(before), newSubscription: null });
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: key });
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/me/devices/subscription");
  expect(await sentBody()).toEqual(sent);
  expect(unsubscribe).not.toHaveBeenCalled();
});

test("a subscription that the browser has made itself is used", async () => {
  const change = { oldSubscription: subscriptionAt(before), newSubscription: subscriptionAt(made) };
  await renewSubscription({ subscribe }, change);
  expect(subscribe).not.toHaveBeenCalled();
  expect(await sentBody()).toEqual(sent);
});

test.each([401, 404])("a subscription that the server answers with %i is ended", async (status) => {
  fetched.mockResolvedValue(new Response("{}", { status }));
  const newSubscription = subscriptionAt(made);
  await renewSubscription({ subscribe }, { oldSubscription: subscriptionAt(before), newSubscription });
  expect(unsubscribe).toHaveBeenCalledOnce();
});

test("without the old subscription it is not known whose device it is, so nothing is done", async () => {
  await renewSubscription({ subscribe }, { oldSubscription: null, newSubscription: subscriptionAt(made) });
  await renewSubscription({ subscribe }, { oldSubscription: subscriptionAt(before, null), newSubscription: null });
  expect([subscribe.mock.calls.length, fetched.mock.calls.length]).toEqual([0, 0]);
});
