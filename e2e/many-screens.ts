import type { Station } from "@groundcrew/shared/stations";
import { toCsv } from "@groundcrew/shared/lib";
import type { Page } from "@playwright/test";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

const LIST = "/?stations-type=&stations-sort=serial_number";
const IMPORT = "/manage/import?kind=stations";

/** Screenshots of what is done with many stations at once, and of the ways to a station. */
export const manyScreens: Screen[] = [
  { name: "stations-selected", path: LIST, user: ADMIN, open: selectStations },
  { name: "bulk-begin", path: LIST, user: ADMIN, open: openAct("Maintenance") },
  { name: "bulk-result", path: LIST, user: ADMIN, open: takeImages },
  { name: "saved-views", path: LIST, user: ADMIN, open: openViews },
  { name: "stations-compact", path: LIST, user: ADMIN, open: chooseCompact },
  { name: "side-panel", path: LIST, user: ADMIN, open: openPanel },
  { name: "palette", path: LIST, user: ADMIN, open: openPalette },
  { name: "keys", path: LIST, user: ADMIN, open: openKeys },
  { name: "sites", path: "/manage/sites", user: ADMIN, open: (page) => page.getByRole("table").first().waitFor() },
  { name: "import-file", path: IMPORT, user: ADMIN, open: (page) => page.getByText("Drop a CSV file here").waitFor() },
  { name: "import-columns", path: IMPORT, user: ADMIN, open: uploadFile },
  { name: "import-check", path: IMPORT, user: ADMIN, open: checkFile },
  { name: "import-report", path: IMPORT, user: ADMIN, open: applyFile },
];

function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) <= 640;
}

async function selectStations(page: Page) {
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.first().click();
  // Only the rows in the window are rendered.
  await boxes.nth(isNarrow(page) ? 2 : 7).click({ modifiers: ["Shift"] });
}

/** Opens the dialog of an act on the selected stations, which a narrow window has in a menu. */
function openAct(name: string) {
  return async (page: Page) => {
    await selectStations(page);
    const bar = page.getByRole("region", { name: "Selected stations" });
    if (!isNarrow(page)) await bar.getByRole("button", { name, exact: true }).click();
    else {
      await bar.getByRole("button", { name: "Actions" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    }
    await page.getByRole("dialog").getByRole("table").waitFor();
  };
}

async function takeImages(page: Page) {
  await openAct("Take New Images")(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Begin on/ }).click();
  await dialog.getByText("Done", { exact: true }).first().waitFor();
}

async function openViews(page: Page) {
  await page.getByRole("button", { name: /^View(s$|:)/ }).click();
  await page.getByRole("menu").waitFor();
}

async function chooseCompact(page: Page) {
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("button", { name: "Compact" }).click();
  await page.keyboard.press("Escape");
}

/** A narrow window opens the row in its place. */
async function openPanel(page: Page) {
  await page.getByRole("button", { name: "Download CSV" }).waitFor();
  await page
    .getByRole("link", { name: /Open the page of/ })
    .nth(1)
    .focus();
  await page.keyboard.press("Space");
  await page.getByText("Firmware Version").first().waitFor();
}

async function openPalette(page: Page) {
  await page.getByRole("button", { name: "Download CSV" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("roof");
  await page.getByRole("option", { name: /^Show all/ }).waitFor();
}

async function openKeys(page: Page) {
  await page.getByRole("button", { name: "Download CSV" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
}

/** A file that changes some stations, each time in another way, adds some, and has mistakes. */
async function uploadFile(page: Page) {
  const [first, second, ...others]: Station[] = await (await page.request.get("/api/stations")).json();
  const id = crypto.randomUUID().replaceAll("-", "").slice(0, 12);
  const time = new Date().toISOString().slice(11, 16);
  const file = toCsv(
    ["Station", "Serial", "Type", "Location", "Remarks", "API Version"],
    [
      [first?.name, "", "", first?.location_deployment, "", ""],
      ...others.slice(0, 3).map(({ name }) => [name, "", "", "Pier 4, Tower 9", `Checked at ${time}`, ""]),
      [`gc-${id}`, `Atlas ${id.slice(-4)}`, "atlas", "Pier 5", "", "4.2"],
      [second?.name, first?.serial_number, "", "", "", ""],
      [second?.name, "", "", "Pier 6", "", ""],
      ["gc-0e2effffffff", "", "", "Pier 7", "", ""],
    ],
  );
  const buffer = Buffer.from(file);
  await page.getByLabel("CSV file").setInputFiles({ name: "stations.csv", mimeType: "text/csv", buffer });
  await page.getByRole("group", { name: "Columns" }).waitFor();
}

async function checkFile(page: Page) {
  await uploadFile(page);
  await page.getByLabel("Field of Remarks").selectOption("Description");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await page.getByRole("group", { name: "Lines" }).waitFor();
}

async function applyFile(page: Page) {
  await checkFile(page);
  await page.getByRole("button", { name: /^Apply/ }).click();
  await page.getByText("applied at").waitFor();
}
