import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { buildWeb } from "../../scripts/web-build.ts";
import { circumstances, fleetOptions } from "../fleet.ts";
import { openSystem, type System } from "../system.ts";

type PageUnderTest = { page: Page; devtools: CDPSession; child: System; stations: number };

/**
 * Runs measurements on a page with an admin logged in, on a system with a fleet (by default of this many stations, which report);
 * closes everything afterwards.
 */
export async function measureOnPage(
  defaultStations: number,
  measure: (context: PageUnderTest) => Promise<void>,
): Promise<void> {
  await buildWeb(console.log);
  const fleet = fleetOptions(defaultStations);
  console.log(circumstances(fleet));
  const child = await openSystem(fleet);
  const browser = await chromium.launch({
    executablePath: ensureChromium(console.log),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const browserContext = await browser.newContext({ baseURL: child.url, viewport: { width: 1440, height: 900 } });
    const data = { email: "admin@groundcrew.example", password: DEMO_PASSWORD };
    await browserContext.request.post("/api/sessions/current", { data });
    const page = await browserContext.newPage();
    page.setDefaultTimeout(120_000);
    const devtools = await browserContext.newCDPSession(page);
    await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
    await measure({ page, devtools, child, stations: fleet.stations });
  } finally {
    await browser.close();
    await child.stop();
  }
}
