import type { Page } from "@playwright/test";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

/** Screenshots of the support log and of error triage. */
export const supportScreens: Screen[] = [
  { name: "supportlog", path: "/supportlog/entries", user: ADMIN, open: awaitEntries },
  { name: "supportlog-dialog", path: "/", user: ADMIN, open: openDialog },
  { name: "supportlog-station", path: "/", user: ADMIN, open: openStationLog },
  { name: "supportlog-tags", path: "/supportlog/tags", user: ADMIN, open: awaitTable },
  { name: "triage-queue", path: "/supportlog/triage", user: ADMIN, open: awaitTable },
  { name: "triage", path: "/supportlog/triage", user: ADMIN, open: selectErrors },
  { name: "groups", path: "/supportlog/triage/groups", user: ADMIN, open: selectGroups },
  { name: "group", path: "/groups/1", user: ADMIN, open: (page) => page.getByRole("heading", { level: 1 }).waitFor() },
  { name: "groups-resolve", path: "/supportlog/triage/groups", user: ADMIN, open: openAct("Resolve All…") },
  { name: "groups-archive", path: "/supportlog/triage/groups", user: ADMIN, open: openAct("Archive…") },
  { name: "groups-merge", path: "/supportlog/triage/groups", user: ADMIN, open: openAct("Merge…") },
  { name: "new-entry", path: "/supportlog/triage", user: ADMIN, open: openNewEntry },
];

async function awaitEntries(page: Page) {
  await page.getByRole("article").first().waitFor();
}

async function awaitTable(page: Page) {
  await page.getByRole("table").first().waitFor();
}

async function openDialog(page: Page) {
  await page
    .getByRole("button", { name: /^Support log of/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("article").first().waitFor();
}

async function openStationLog(page: Page) {
  await page
    .getByRole("link", { name: /^Logs of/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: /^Viewing Support Log for/ }).waitFor();
  await awaitEntries(page);
}

async function selectErrors(page: Page) {
  await page
    .getByRole("button", { name: /^Unresolved errors of/ })
    .first()
    .click();
  const rows = page.getByRole("dialog").getByRole("row");
  await rows.nth(1).click();
  await rows.nth(3).click({ modifiers: ["Shift"] });
}

async function openNewEntry(page: Page) {
  await selectErrors(page);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create Support Log from/ })
    .click();
  await page.getByRole("dialog", { name: "Create New Support Log Entry" }).waitFor();
}

/** Selects the first three groups. */
async function selectGroups(page: Page) {
  const boxes = page.getByRole("table", { name: "Error groups" }).getByRole("checkbox");
  await boxes.first().click();
  await boxes.nth(2).click({ modifiers: ["Shift"] });
}

/** Opens the dialog of a button for selected groups: with all three to merge them, otherwise with the first one. */
function openAct(button: string) {
  return async (page: Page) => {
    if (button === "Merge…") await selectGroups(page);
    else await page.getByRole("table", { name: "Error groups" }).getByRole("checkbox").first().click();
    await page.getByRole("region", { name: "Selected groups" }).getByRole("button", { name: button }).click();
    await page.getByRole("dialog").waitFor();
  };
}
