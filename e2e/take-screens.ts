import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { ensureChromium } from "../scripts/chromium.ts";
import { buildWeb } from "../scripts/web-build.ts";
import { openTestHouse } from "./house.ts";
import { ADMIN } from "./station-parts.ts";
import { ssotScreens } from "./ssot-screens.ts";
import { stationScreens, type Screen } from "./station-screens.ts";

/** Takes the pictures of `docs/screens`: every screen, or those it is given the names of, at three widths, light and dark. */

const SCREENS: Screen[] = [
  { name: "login", path: "/login", as: null },
  { name: "forgot", path: "/forgot", as: null },
  { name: "set-password", path: "/set-password?email=user%40harbor.example&code=example", as: null },
  { name: "stations", path: "/?stations-type=&stations-group=organization", as: ADMIN, open: openFirstRow },
  { name: "stations-offline", path: "/?stations-type=&stations-sort-invert=1", as: ADMIN, open: openFirstRow },
  { name: "supportlog", path: "/supportlog/entries", as: ADMIN, open: awaitEntries },
  { name: "triage-queue", path: "/supportlog/triage", as: ADMIN, open: awaitTable },
  { name: "triage", path: "/supportlog/triage", as: ADMIN, open: openTriage },
  { name: "supportlog-tags", path: "/supportlog/tags", as: ADMIN, open: awaitTable },
  { name: "manage-users", path: "/manage/users", as: ADMIN },
  { name: "manage-apikeys", path: "/manage/apikeys", as: ADMIN },
  { name: "manage-organizations", path: "/manage/organizations", as: ADMIN },
  ...stationScreens,
  ...ssotScreens,
];
const names = process.argv.slice(2);
const wanted = names.length === 0 ? SCREENS : SCREENS.filter(({ name }) => names.includes(name));
const WIDTHS = [1440, 640, 310];
const FOLDER = fileURLToPath(new URL("../docs/screens/", import.meta.url));

await buildWeb(console.log);
const house = await openTestHouse();
const browser = await chromium.launch({
  executablePath: ensureChromium(() => {}),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
await mkdir(FOLDER, { recursive: true });
try {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of WIDTHS) {
      for (const screen of wanted) await take(screen, { colorScheme, width });
    }
  }
} finally {
  await browser.close();
  await house.stop();
}

async function take(screen: Screen, { colorScheme, width }: { colorScheme: "light" | "dark"; width: number }) {
  const context = await browser.newContext({ baseURL: house.url, colorScheme, viewport: { width, height: 1_000 } });
  const page = await context.newPage();
  if (screen.as !== null) {
    await context.request.post("/api/sessions/current", { data: { email: screen.as, password: house.password } });
  }
  await page.goto(screen.path);
  await screen.open?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${FOLDER}${screen.name}-${colorScheme}-${width}.png`, animations: "disabled" });
  await context.close();
}

async function openFirstRow(page: Page) {
  await page
    .getByRole("button", { name: /^Details of/ })
    .first()
    .click();
  await page.getByText("Firmware Version").first().waitFor();
  await page.getByRole("button", { name: "Support Log", exact: true }).waitFor();
}

async function awaitEntries(page: Page) {
  await page.getByRole("article").first().waitFor();
}

async function awaitTable(page: Page) {
  await page.getByRole("table").first().waitFor();
}

async function openTriage(page: Page) {
  await page
    .getByRole("button", { name: /^Unresolved errors of/ })
    .first()
    .click();
  const rows = page.getByRole("dialog").getByRole("row");
  await rows.nth(1).click();
  await rows.nth(3).click({ modifiers: ["Shift"] });
}
