/** How long work runs before the page can respond to its user (ms). */
const SLICE_MS = 8;

/** Divides long work. Await the returned function between its steps: it waits for the page's other work when that has waited long enough. */
export function turns(): () => Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endMs) return;
    await nextTask();
    endMs = performance.now() + SLICE_MS;
  };
}

/** Waits until the page has done its other work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
