import { test, expect } from "vitest";
import { page } from "vitest/browser";
import { startFakeConsole } from "../test/fake-console.ts";
import { sampleDelivery, serveDeliveries } from "../test/fake-notifications.ts";
import { openConsole } from "../test/open-console.tsx";

test("shot", async () => {
  const server = startFakeConsole();
  serveDeliveries(server, [
  sampleDelivery(),
  sampleDelivery({ id: 2, channel: null, person: "Sam Ortega", device: "iPhone", result: "held", why: "Quiet hours of the person until 14:00 MST.", next: new Date(Date.now() + 3_600_000).toISOString() }),
  sampleDelivery({ id: 3, type: "ended", channel: "Pager", result: "failed", why: "HTTP 503. Given up after 8 tries in 6 h." }),
  ]);
  openConsole("/attention/deliveries");
  await expect.element(page.getByText("Given up", {exact:false})).toBeVisible();
  for (const w of [1440, 640, 310]) { await page.viewport(w, 900); await new Promise(r => setTimeout(r, 300)); await page.screenshot({ path: `../.cache/shots/dl-${w}.png` }); }
});
