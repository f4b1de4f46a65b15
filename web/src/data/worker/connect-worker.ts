import { z } from "zod";
import { OPEN_PAGE } from "./open-page.ts";
import { registerWorker } from "./register-worker.ts";

const openRequest = z.object({ type: z.literal(OPEN_PAGE), path: z.string().nullable() });

/** Opens pages in this tab when a notification is clicked, and looks for a newer worker. Answers that it does before a page is opened. */
export function connectWorker(open: (path: string) => void): void {
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    const request = openRequest.safeParse(data);
    if (!request.success) return;
    if (request.data.path === null) ports[0]?.postMessage(null);
    else open(request.data.path);
  });
  // Without a newer worker, the one that this page has is used on.
  void registerWorker().catch(() => undefined);
}
