import { ADMIN, openEntry, rowOf, savedFile, tableOf, USER } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

const NOTE = "(Note: there are new changes)";
const MODIFIED = "This value has been modified from the latest revision";

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

  await theirs.getByLabel(`Address of ${serial}`).fill("Dock 7");
  await theirs.getByLabel(`Notes of ${serial}`).fill("theirs");
  await theirs.getByRole("button", { name: /^(Save|Add) / }).click();
  await expect(theirs.getByText("Saved", { exact: true })).toBeVisible();

  await mine.getByLabel(`Hardware Version of ${serial}`).fill("9.9");
  await mine.getByLabel(`Notes of ${serial}`).fill("mine");
  await expect(mine.getByText("Unsaved changes")).toBeVisible();
  await mine.getByRole("button", { name: /^(Save|Add) / }).click();
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
  const kept = await page.request.get(`/api/stations/${name}/ssot`);
  const [latest, before] = await kept.json();
  expect(latest).toMatchObject({ notes: "mine", production_run_version: "9.9", address: "Dock 7" });
  expect(before).toMatchObject({ notes: "theirs", address: "Dock 7" });

  await mine.getByRole("button", { name: `SSoT history of ${serial}` }).click();
  const history = page.getByRole("dialog", { name: "SSoT History" });
  await expect(history.getByRole("row").filter({ hasText: "theirs" })).toContainText("Admin");
  await expect(history.getByRole("textbox")).toHaveCount(0);
  await history.getByRole("button", { name: "Close", exact: true }).click();
  await otherContext.close();
});

// @spec 111.1, 113.4, 114.3, 177.6, 184.2, 184.7
test("edits survive a refresh, scrolling, sorting, a failed save; leaving asks, in the app and in the browser", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot/hw-variation?stations-f-actual=0");
  const table = await tableOf(page, "Hardware Variation");
  const second = table.getByRole("textbox", { name: /^Notes of / }).nth(1);
  const label = (await second.getAttribute("aria-label")) ?? "";
  const notes = table.getByLabel(label);
  const serial = label.replace("Notes of ", "");
  await notes.fill("first line\nsecond line");
  const address = table.getByLabel(`Address of ${serial}`);
  await address.fill("Dock\n4");
  await expect(address).toHaveValue("Dock 4");
  await expect(table.getByRole("cell").filter({ has: page.getByLabel(label) })).toHaveAttribute("title", MODIFIED);

  // A failed save shows the reason and keeps all edits.
  await page.route("**/ssot/latest", (route) => route.abort());
  await table.getByRole("button", { name: new RegExp(`^(Save|Add) ${serial}$`) }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Unable to contact the server" })).toBeVisible();
  await page.unroute("**/ssot/latest");

  // A refresh sends the stored entity tag and leaves edits unchanged.
  const refreshed = page.waitForResponse((response) => response.url().includes("/api/stations?"));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  expect((await refreshed).request().headers()).toHaveProperty("if-none-match");
  const save = table.getByRole("button", { name: new RegExp(`^(Save|Add) ${serial}$`) });
  await expect(save).toBeFocused();
  // The virtual list keeps the row that has the focus.
  await save.blur();
  await page.getByRole("group", { name: "Hardware Variation" }).evaluate((frame) => frame.scrollTo(0, 5_000));
  await expect(notes).toHaveCount(0);
  await page.getByRole("button", { name: "Reverse order" }).click();
  await page.getByRole("button", { name: "Reverse order" }).click();
  await page.getByRole("group", { name: "Hardware Variation" }).evaluate((frame) => frame.scrollTo(0, 0));
  await expect(notes).toHaveValue("first line\nsecond line");
  await page.getByRole("button", { name: "Universal", exact: true }).click();
  await expect(page.getByText(`Stations hidden by these filters have unsaved changes:`)).toContainText(serial);
  await page.getByRole("button", { name: "Atlas", exact: true }).click();
  await expect(notes).toHaveValue("first line\nsecond line");

  await page.getByRole("link", { name: "Replaceables" }).click();
  const question = page.getByRole("dialog", { name: "Unsaved Changes" });
  await expect(question).toContainText(/Changes to SSoT data for station gc-[0-9a-f]{12} haven't been saved/);
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(notes).toHaveValue("first line\nsecond line");
  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;

  await page.getByRole("link", { name: "Replaceables" }).click();
  await question.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page).toHaveURL(/\/ssot\/replaceables/);
  await page.getByRole("link", { name: "Hardware Variation" }).click();
  await expect(notes).not.toHaveValue("first line\nsecond line");
});

// @spec 113.1, 113.4, 113.7, 114.1, 184.7
test("replaceables are flags with a sum row; a row without an entry shows Add; its warning names replaceables", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot/replaceables");
  const table = await tableOf(page, "Replaceables");
  const sums = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Sum" }) });
  const sum = sums.getByRole("cell").nth(2);
  const before = Number(await sum.textContent());
  const add = table.getByRole("button", { name: /^Add / }).first();
  await expect(add).toBeDisabled();
  const serial = ((await add.getAttribute("aria-label")) ?? "").replace("Add ", "");
  const row = rowOf(table, serial);
  await row.getByRole("checkbox").first().click();
  await page.getByRole("link", { name: "Swap Counts" }).click();
  const question = page.getByRole("dialog", { name: "Unsaved Changes" });
  await expect(question).toContainText(/Changes to replaceables data for station gc-\w+ haven't been saved/);
  await question.getByRole("button", { name: "Stay" }).click();
  await row.getByRole("button", { name: `Add ${serial}` }).click();
  await expect(row.getByRole("button", { name: `Save ${serial}` })).toBeDisabled();
  await expect(sum).toHaveText(String(before + 1));

  const { name, text } = await savedFile(page, () => page.getByRole("button", { name: "Download CSV" }).click());
  expect(name).toMatch(/^REPLACEABLES_atlas_\S+\.csv$/);
  expect(text).toMatch(new RegExp(`\\r\\n[0-9a-f]{12},${serial},TRUE,`));
});

// @spec 113.1, 113.2, 113.6, 114.2
test("the filter bar opens with the first type, serial number inverted and actual stations; empty tables say so", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot/hw-variation");
  const table = await tableOf(page, "Hardware Variation");
  await expect(page.getByRole("button", { name: "Atlas", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Reverse order" })).toHaveAttribute("aria-pressed", "true");
  await expect(table.getByRole("columnheader")).toContainText([
    "Dashboard ID",
    "Serial Number",
    "Actions",
    "Hardware Version",
  ]);
  await expect(table.getByRole("columnheader", { name: "Address" })).toBeAttached();
  await expect(table.getByRole("columnheader", { name: "Notes" })).toBeAttached();
  for (const [place, first, others] of [
    [
      "hw-variation",
      "There are no stations with hardware variation data.",
      "Hardware variation information for this station type isn't available yet.",
    ],
    [
      "replaceables",
      "There are no stations with replaceables data.",
      "Replaceables information for this station type isn't available yet.",
    ],
  ]) {
    await page.goto(`/ssot/${place}?stations-q=no-such-station`);
    await expect(page.getByText("No stations match your currently selected filters.")).toBeVisible();
    await page.route("**/api/stations?*", (route) => route.fulfill({ json: [] }));
    await page.goto(`/ssot/${place}`);
    await expect(page.getByText(first ?? "")).toBeVisible();
    await page.getByRole("button", { name: "Universal", exact: true }).click();
    await expect(page.getByText(others ?? "")).toBeVisible();
    await page.unroute("**/api/stations?*");
  }
});

// @spec 25.1, 111.1, 184.3, 226.1, 228.1, 228.2
test("an ordinary user reads hardware variation and its history, changes nothing, and sees neither replaceables nor swap counts", async ({
  login,
  system,
}) => {
  const page = await login(USER);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SSoT" }).click();
  const nav = page.getByRole("navigation", { name: "SSoT" });
  await expect(nav.getByRole("link")).toHaveText(["Station Config", "Hardware Variation"]);
  await nav.getByRole("link", { name: "Hardware Variation" }).click();
  const table = await tableOf(page, "Hardware Variation");
  await expect(table.getByRole("textbox")).toHaveCount(0);
  await expect(table.getByRole("columnheader", { name: "Actions" })).toHaveCount(0);
  await expect(table.getByRole("button", { name: /^(Save|Add) / })).toHaveCount(0);
  await table
    .getByRole("button", { name: /^SSoT history of / })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "SSoT History" })).toBeVisible();
  for (const place of ["replaceables", "swaps"]) {
    await page.goto(`/ssot/${place}`);
    await expect(page).toHaveURL(`${system.url}/ssot`);
  }
  expect(asked.filter((url) => url.includes("include_replaceables"))).toEqual([]);
});

// @spec 99.1, 108.1
test("the station page's SSoT tab shows config, hardware variation and replaceables, for admins", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/stations/${name}/ssot`);
  await expect(page.getByRole("heading", { name: "Station Config" })).toBeVisible();
  const form = page.getByRole("form", { name: "Replaceables", exact: true });
  await form.getByRole("checkbox").nth(1).click();
  await form
    .getByRole("button", { name: `Save ${serial}` })
    .or(form.getByRole("button", { name: `Add ${serial}` }))
    .click();
  await expect(form.getByText("Saved", { exact: true })).toBeVisible();

  const variation = page.getByRole("form", { name: "Hardware Variation", exact: true });
  const address = variation.getByRole("textbox", { name: `Address of ${serial}` });
  const before = await address.inputValue();
  await address.fill("Dock 9\nNorth");
  await expect(address).toHaveValue("Dock 9 North");
  await variation.getByRole("button", { name: `Undo the change to Address (${serial})` }).click();
  await expect(address).toHaveValue(before);
  await expect(variation.getByText("Unsaved changes")).toHaveCount(0);
});

test("Log Out asks before unsaved changes are lost; Stay leaves all as it was; another user's login ends them", async ({
  login,
  system,
  problems,
}) => {
  problems.allow(REFUSED_LIST);
  // A request for an admin-only list was pending when another user logged in.
  problems.allow(/^GET \/api\/stations\?.*include_ssot=true.* answered 403$/);
  const page = await login(ADMIN, "/ssot/hw-variation?stations-f-actual=0");
  const table = await tableOf(page, "Hardware Variation");
  const label =
    (await table
      .getByRole("textbox", { name: /^Notes of / })
      .nth(3)
      .getAttribute("aria-label")) ?? "";
  const notes = table.getByLabel(label);
  const before = await notes.inputValue();
  await notes.fill("not lost");

  async function becomes(email: string): Promise<void> {
    await page.request.post("/api/sessions/current", { data: { email, password: system.password } });
    const asked = page.waitForResponse("**/api/sessions/current");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await asked;
    await expect(page.getByRole("banner").getByTitle(email)).toBeVisible();
  }
  await becomes(USER);
  await tableOf(page, "Hardware Variation");
  await expect(table.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByText("not lost")).toHaveCount(0);
  await becomes(ADMIN);
  await expect(notes).toHaveValue(before);
  await notes.fill("not lost");
  await becomes(ADMIN);
  await expect(notes).toHaveValue("not lost");

  const logOut = page.getByRole("button", { name: "Log Out" });
  await logOut.click();
  const question = page.getByRole("dialog", { name: "Unsaved Changes" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toHaveCount(0);
  await expect(logOut).toBeEnabled();
  await expect(notes).toHaveValue("not lost");
  expect((await page.request.get("/api/sessions/current")).status()).toBe(200);

  // Navigating away after a cancelled logout doesn't log out.
  await page.getByRole("link", { name: "Stations" }).click();
  await question.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  expect((await page.request.get("/api/sessions/current")).status()).toBe(200);

  await page.goBack();
  await notes.fill("given up");
  await logOut.click();
  await question.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toHaveCount(0);
  expect((await page.request.get("/api/sessions/current")).status()).toBe(401);
});
