import { expect, test, vi } from "vitest";
import { showPush } from "./show-push.ts";

test.each([
  { tag: "alert-7", renotify: true },
  { tag: "", renotify: false },
])("a message with the tag “$tag” that replaces another one sounds again: $renotify", async ({ tag, renotify }) => {
  const showNotification = vi.fn<ServiceWorkerRegistration["showNotification"]>();
  const registration: Pick<ServiceWorkerRegistration, "showNotification"> = { showNotification };
  const path = "/attention/7?acknowledge#log";
  await showPush(registration, JSON.stringify({ title: "Worse: Offline", body: "", tag, path }));
  expect(showNotification.mock.calls).toEqual([["Worse: Offline", { body: "", tag, renotify, data: path }]]);
});
