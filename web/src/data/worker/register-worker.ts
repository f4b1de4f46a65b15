/** Starts the console's service worker in this browser, or a newer one. Rejects if the browser refuses it. */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
  return navigator.serviceWorker.ready;
}
