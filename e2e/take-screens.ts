import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium, type BrowserContext } from "@playwright/test";
import sharp from "sharp";
import { ensureChromium } from "../scripts/chromium.ts";
import { buildWeb } from "../scripts/web-build.ts";
import { attentionScreens } from "./attention-screens.ts";
import { cameraScreens } from "./camera-screens.ts";
import { startTestSystem } from "./test-system.ts";
import { linkScreens } from "./link-screens.ts";
import { manyScreens } from "./many-screens.ts";
import type { Screen } from "./screen.ts";
import { ssotScreens } from "./ssot-screens.ts";
import { stationScreens } from "./station-screens.ts";
import { supportScreens } from "./support-screens.ts";
import { userScreens } from "./user-screens.ts";
import { wallScreens } from "./wall-screens.ts";

/**
 * Takes the screenshots in `docs/screens`: every screen, or those named as arguments. With `--all` also in dark mode and at smaller widths, for
 * reading only: these are not in the repository.
 */

const SCREENS = [
  ...userScreens,
  ...linkScreens,
  ...stationScreens,
  ...manyScreens,
  ...cameraScreens,
  ...attentionScreens,
  ...supportScreens,
  ...ssotScreens,
  ...wallScreens,
];
const { values, positionals: names } = parseArgs({ options: { all: { type: "boolean" } }, allowPositionals: true });
const unknown = names.filter((name) => !SCREENS.some((screen) => screen.name === name));
if (unknown.length > 0) {
  throw new Error(
    `No screen is called ${unknown.join(", ")}. There are: ${SCREENS.map(({ name }) => name).join(", ")}`,
  );
}
const chosen = names.length === 0 ? SCREENS : SCREENS.filter(({ name }) => names.includes(name));
const STANDARD = { colorScheme: "light", width: 1440 } as const;
const LAYOUTS = values.all
  ? (["light", "dark"] as const).flatMap((colorScheme) => [1440, 640, 310].map((width) => ({ colorScheme, width })))
  : [STANDARD];
const FOLDER = fileURLToPath(new URL("../docs/screens", import.meta.url));

await buildWeb(console.log);
const system = await startTestSystem();
const browser = await chromium.launch({
  executablePath: ensureChromium(() => {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
await mkdir(FOLDER, { recursive: true });
try {
  for (const { colorScheme, width } of LAYOUTS) {
    for (const screen of chosen) {
      const context = await browser.newContext({
        baseURL: system.url,
        colorScheme,
        viewport: { width, height: screen.height ?? 1_000 },
      });
      const isStandard = colorScheme === STANDARD.colorScheme && width === STANDARD.width;
      const name = isStandard ? screen.name : `${screen.name}-${colorScheme}-${width}`;
      try {
        await takeScreenshot(context, screen, join(FOLDER, `${name}.webp`));
      } catch (error) {
        // If one screen fails, the others are still taken.
        console.error(`${name}:`, error);
        process.exitCode = 1;
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await system.stop();
}

async function takeScreenshot(context: BrowserContext, screen: Screen, file: string): Promise<void> {
  if (screen.user !== null) {
    await context.request.post("/api/sessions/current", { data: { email: screen.user, password: system.password } });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(screen.path);
  await screen.open?.(page, system);
  await page.evaluate(() => document.fonts.ready);
  const screenshot = await page.screenshot({ animations: "disabled" });
  // Screenshots have few colors: a palette of 256 looks the same in a third of the size, and WebP saves another quarter.
  const palette = await sharp(screenshot).png({ palette: true, effort: 10, dither: 0 }).toBuffer();
  await sharp(palette).webp({ lossless: true, effort: 6 }).toFile(file);
}
