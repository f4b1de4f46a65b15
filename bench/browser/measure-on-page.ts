import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import { chromium, type CDPSession, type Page } from "@playwright/test";
import { ensureChromium } from "../../scripts/chromium.ts";
import { buildWeb } from "../../scripts/web-build.ts";
import { openList, type ListChild } from "../list-child.ts";
import { machine } from "../measure.ts";

type PageUnderTest = { page: Page; devtools: CDPSession; child: ListChild };

/** Runs measurements on a page with an admin logged in, on a system with this many stations; closes everything afterwards. */
export async function measureOnPage(
  stations: number,
  measure: (context: PageUnderTest) => Promise<void>,
): Promise<void> {
  await buildWeb(console.log);
  console.log(machine());
  const child = await openList(stations);
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
    await measure({ page, devtools, child });
  } finally {
    await browser.close();
    await child.stop();
  }
}
