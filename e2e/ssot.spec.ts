import { ADMIN, openEntry } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

const NOTE = "(Note: there are new changes)";

// @spec 113.5, 184.3, 184.4, 300.1
test("two people edit one row: the second is warned, keeps their changes, sees the first's, and nothing is lost", async ({
  login,
  browser,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN);
  const otherContext = await browser.newContext({ baseURL: system.url });
  await otherContext.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
  const other = await otherContext.newPage();
  const mine = await openEntry(page, "hw-variation", serial);
  const theirs = await openEntry(other, "hw-variation", serial);

  await mine.getByLabel(`Hardware Version of ${serial}`).fill("9.9");
  await mine.getByLabel(`Notes of ${serial}`).fill("mine");
  await expect(mine.getByText("Unsaved changes")).toBeVisible();

  await theirs.getByLabel(`Address of ${serial}`).fill("Dock 7");
  await theirs.getByLabel(`Notes of ${serial}`).fill("theirs");
  await theirs.getByRole("button", { name: /^(Save|Add) / }).click();
  await expect(theirs.getByText("Saved", { exact: true })).toBeVisible();

  // Without a press: the other save is pushed to this page.
  await expect(mine.getByText(NOTE)).toBeVisible();
  await expect(mine.getByLabel(`Notes of ${serial}`)).toHaveValue("mine");
  await expect(mine.getByLabel(`Hardware Version of ${serial}`)).toHaveValue("9.9");
  await expect(mine.getByLabel(`Address of ${serial}`)).toHaveValue("Dock 7");
  await expect(mine.getByText(/^Saved by someone else: theirs \(entry last saved .+ by Alex Admin\)$/)).toBeVisible();

  const save = mine.getByRole("button", { name: `Save ${serial}` });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(mine.getByText("Saved", { exact: true })).toBeVisible();
  await expect(mine.getByText(NOTE)).toHaveCount(0);
  const saved = await page.request.get(`/api/stations/${name}/ssot`);
  const [latest, before] = await saved.json();
  expect(latest).toMatchObject({ notes: "mine", production_run_version: "9.9", address: "Dock 7" });
  expect(before).toMatchObject({ notes: "theirs", address: "Dock 7" });

  await mine.getByRole("button", { name: `SSoT history of ${serial}` }).click();
  const history = page.getByRole("dialog", { name: "SSoT History" });
  await expect(history.getByRole("row").filter({ hasText: "theirs" })).toContainText("Admin");
  await expect(history.getByRole("textbox")).toHaveCount(0);
  await history.getByRole("button", { name: "Close", exact: true }).click();
  await otherContext.close();
});
