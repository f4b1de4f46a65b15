import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { Station } from "@groundcrew/shared/stations";
import { toCsv } from "@groundcrew/shared/lib";
import { listRow } from "./live-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const TITLES = ["Station", "Serial", "Type", "Organization", "Remarks", "API Version", "Inventory Number"];

/** A line that changes the description of a station. */
const changed = ({ name }: Station): string[] => [name, "", "", "", "Checked in spring", "", "7"];
/** A line that adds a station. */
const added = (nth: number): string[] => {
  const name = `gc-0e2e${String(nth).padStart(8, "0")}`;
  return [name, `New ${nth}`, "Universal", "Northwind Survey", "", "4.2", ""];
};
/** Such a line with another cell in a column. */
const addedWith = (nth: number, column: string, cell: string): string[] =>
  added(nth).with(TITLES.indexOf(column), cell);

/** Eight lines that are wrong, each in its own way, and what the check says about them. */
function mistakes([first, second]: [Station, Station]): [line: string[], sentence: string][] {
  return [
    [changed({ ...first, name: "gc-0e2effffffff" }), "There is no station “gc-0e2effffffff”."],
    [
      addedWith(1, "Station", "Lisbon 4"),
      "There is no station “Lisbon 4”. A station name has lower-case letters, digits and dashes.",
    ],
    [
      addedWith(2, "Serial", first.serial_number),
      `Column “Serial”: ${first.name} has “${first.serial_number}” already.`,
    ],
    [changed(second), `${second.name} stands in line 3 already.`],
    [addedWith(3, "Type", "Lunar"), "Column “Type”: There is no such type of station."],
    [addedWith(4, "Organization", "Nobody"), "Column “Organization”: There is no such organization."],
    [addedWith(5, "Remarks", "x".repeat(60)), "Column “Remarks”: Descriptions must be shorter than 50 characters."],
    [added(6).slice(0, 3), "This line has 3 cells"],
  ];
}

/** Uploads a file, chooses the fields that its titles leave open, and checks it. */
async function check(page: Page, lines: readonly string[][]): Promise<void> {
  const buffer = Buffer.from(toCsv(TITLES, lines));
  await page.getByLabel("CSV file").setInputFiles({ name: "stations.csv", mimeType: "text/csv", buffer });
  await expect(page.getByLabel("Field of Serial", { exact: true })).toHaveValue("serial_number");
  const open = page.getByText("Choose a field for Remarks, Inventory Number, or leave it out.");
  await expect(open).toBeVisible();
  await page.getByLabel("Field of Remarks").selectOption("Description");
  await page.getByLabel("Field of Inventory Number").selectOption("Leave out");
  await expect(open).toHaveCount(0);
  await page.getByRole("button", { name: "Check", exact: true }).click();
}

const result = (page: Page, name: RegExp) => page.getByRole("group", { name: "Result" }).getByRole("button", { name });
const lineRows = (page: Page) => page.getByRole("group", { name: "Lines" }).getByRole("row");

/** The lines of the file that a button saves. */
async function saved(page: Page, button: RegExp): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n").slice(1);
}

/** Changes the description of a station on its page. */
async function describe(page: Page, { name, serial_number }: Station, description: string): Promise<void> {
  await page.goto(`/stations/${name}/edit`);
  const form = page.getByRole("form", { name: "Edit station" });
  await form.getByLabel("Description").fill(description);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Saved the changes to ${serial_number}`)).toBeVisible();
}

// @spec R9.1, R9.2, R9.3, R9.5, R9.7
test("a file of 200 stations with eight kinds of mistakes is mended and applied while somebody else saves two of them, and undone", async ({
  login,
  logIn,
  browser,
  system,
}) => {
  const page = await login(ADMIN, "/manage/import?kind=stations");
  const fleet: Station[] = await (await page.request.get("/api/stations")).json();
  const [first, second, third, ...others] = fleet;
  if (!first || !second || !third) throw new Error("The fleet is too small.");
  const context = await browser.newContext({ baseURL: system.url });
  await logIn(context, "lee@groundcrew.example");
  const other = await context.newPage();
  const wrong = mistakes([first, second]);
  const known = [first, second, third, ...others.slice(0, 37)].map(changed);
  const fresh = Array.from({ length: 152 }, (_, nth) => added(100 + nth));

  await test.step("each kind of mistake is said in plain words, and the lines can be saved", async () => {
    await check(page, [...known, ...wrong.map(([line]) => line), ...fresh]);
    await expect(page.getByText("8 lines are refused.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Apply 192 Changes" })).toBeVisible();
    await result(page, /^Refused/).click();
    await expect(lineRows(page)).toContainText(["Line", ...wrong.map(([, sentence]) => sentence)]);
    const file = await saved(page, /Lines .*as CSV$/);
    expect(file).toHaveLength(8);
    for (const [at, [, sentence]] of wrong.entries()) expect(file[at]).toContain(sentence);
  });

  await test.step("the mended file has no mistakes", async () => {
    await page.getByRole("button", { name: "Another File" }).click();
    await check(page, [...known, ...wrong.map((_, nth) => added(nth)), ...fresh]);
    await expect(page.getByRole("button", { name: "Apply 200 Changes" })).toBeVisible();
    await expect(page.getByText(/refused\./)).toHaveCount(0);
  });

  await test.step("what somebody else saves meanwhile is a conflict, also if it is after the last check", async () => {
    await describe(other, first, "Moved to pier 1");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByText("1 line is in conflict.")).toBeVisible();
    await result(page, /^Conflict/).click();
    await expect(lineRows(page).nth(1)).toContainText(/Saved meanwhile by Lee Tran: Moved to pier 1/);
    await describe(other, second, "Moved to pier 2");
    await other.goto(`/?stations-type=&stations-f-actual=0&stations-q=${first.name}|${second.name}|${third.name}`);
    await expect(listRow(other, second.serial_number)).toContainText("Moved to pier 2");

    await page.getByLabel("Note for the audit log").fill("Spring check");
    await page.getByRole("button", { name: "Apply 199 Changes" }).click();
    await expect(
      page.getByText(/198 changes applied at .* 160 added, 38 changed, 0 unchanged, 2 left out\./),
    ).toBeVisible();
    // Without a press: what is imported is pushed to other pages.
    await expect(listRow(other, third.serial_number)).toContainText("Checked in spring");
    expect(await saved(page, /^2 Lines Left Out as CSV$/)).toEqual([
      expect.stringMatching(/^2,.*conflict.*Saved meanwhile by Lee Tran: Moved to pier 1$/),
      expect.stringMatching(/^3,.*conflict.*Saved meanwhile by Lee Tran: Moved to pier 2$/),
    ]);
  });

  const undo = page.getByRole("button", { name: /Undo 198 Changes/ });
  await undo.click();
  await undo.click();
  await expect(page.getByText(/^Undone at/)).toBeVisible();
  await expect(listRow(other, third.serial_number)).not.toContainText("Checked in spring");
  await expect(listRow(other, third.serial_number)).toContainText(third.description);
  await expect(listRow(other, first.serial_number)).toContainText("Moved to pier 1");
  await expect(listRow(other, second.serial_number)).toContainText("Moved to pier 2");
  const after: Station[] = await (await page.request.get("/api/stations")).json();
  expect(after.map(({ name }) => name)).toEqual(fleet.map(({ name }) => name));
  await context.close();
});
