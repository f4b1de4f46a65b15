import { readFile } from "node:fs/promises";
import type { StationError } from "@groundcrew/shared/station-errors";
import { ADMIN, reading } from "./station-steps.ts";
import { expect, test } from "./test.ts";

// @spec 3.2, 77.1, 77.3, 181.1, 277.1
test("an admin reads a station's latest error, downloads its error log and resolves some of its errors", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const stations = await system.stationsOf("Skyline Logistics");
  // A station that reports no errors in the meantime.
  const { name = "" } = stations.find((station) => system.staysOffline(station.name)) ?? {};
  await system.logErrors(name, 20);
  const loadErrors = async (): Promise<StationError[]> =>
    (await page.request.get(`/api/stations/${name}/errors`)).json();
  const unresolvedCount = async () => (await loadErrors()).filter(({ time_handled }) => time_handled === null).length;
  const before = await unresolvedCount();

  await page.goto(`/stations/${name}`);
  await page.getByRole("button", { name: "Data History" }).click();
  const history = page.getByRole("dialog", { name: /Data History$/ });
  await expect(history.getByRole("alert")).toContainText(/^Fault 1\s*Latest unresolved error · swap_drone · occurred/);
  await history.getByRole("button", { name: "View Error Log" }).click();
  const log = page.getByRole("dialog", { name: /Error Log$/ });
  const rows = log.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(12);
  await expect(rows.first().getByRole("cell")).toHaveText(["No", /^Fault 1(?!\d)/, /^\d{4}-/, "–", "–"]);

  const saved = page.waitForEvent("download");
  await log.getByRole("button", { name: "Download Errors CSV" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^ERRORLOG_${name}_.*Z\\.csv$`));
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\uFEFFSolved,Error Message,")).toBe(true);
  expect(text.trimEnd().split("\r\n")).toHaveLength(1 + (await loadErrors()).length);

  await log.getByRole("checkbox").nth(1).click();
  await log
    .getByRole("checkbox")
    .nth(3)
    .click({ modifiers: ["Shift"] });
  await log.getByRole("button", { name: "Resolve (3)" }).click();
  const form = page.getByRole("dialog", { name: "Record Trivial Resolution" });
  await form.getByRole("textbox", { name: "Solution" }).fill("Tightened the belt");
  await form.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByText("Resolved 3 errors")).toBeVisible();
  const resolved = (await loadErrors()).filter(({ solution }) => solution === "Tightened the belt");
  expect(resolved.map(({ error_message }) => error_message)).toEqual(["Fault 2", "Fault 3", "Fault 4"]);
  await expect(log.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(reading(page, "Errors Unresolved")).toHaveText((before - 3).toLocaleString("en-US"));
});
