/**
 * Calls once when this page is used with a service worker: the console is installed, or this browser receives push messages. Other browsers
 * have none.
 */
export function whenWorkerIsUsed(then: () => void): void {
  // Missing without https.
  if (!("serviceWorker" in navigator)) return;
  const { serviceWorker } = navigator;
  const isInstalled = window.matchMedia("(display-mode: standalone)").matches;
  if (isInstalled || serviceWorker.controller !== null) then();
  else serviceWorker.addEventListener("controllerchange", then, { once: true });
}
