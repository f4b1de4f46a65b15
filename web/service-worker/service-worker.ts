import { renewSubscription } from "./renew-subscription.ts";
import { answerFromShell, fillShell, removeOldShells } from "./shell.ts";
import { openPage, showPush } from "./show-push.ts";

/*
 * The service worker of the installed console and of browsers that receive push messages. It shows push messages, and keeps the files of the
 * web app so that it starts without a connection. It never handles a request to the API (docs/decisions/0060).
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  // Replaces an older worker at once: what is cached is named by its content, so pages of both builds find theirs.
  event.waitUntil(Promise.all([fillShell(), self.skipWaiting()]));
});

self.addEventListener("activate", (event) => event.waitUntil(Promise.all([removeOldShells(), self.clients.claim()])));

self.addEventListener("fetch", (event) => {
  const answer = answerFromShell(event.request);
  if (answer !== null) event.respondWith(answer);
});

self.addEventListener("push", (event) => {
  event.waitUntil(showPush(self.registration, event.data?.text() ?? ""));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(renewSubscription(self.registration.pushManager, event));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(self.clients, event.notification));
});
