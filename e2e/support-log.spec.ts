import { reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { sortEntries } from "@groundcrew/shared/support-log";
import { expectAccessible } from "./axe.ts";
import { ADMIN } from "./station-steps.ts";
import { bodyRows, entriesOf, openTriage, unresolvedCount } from "./support-steps.ts";
import { expect, test } from "./test.ts";

// @spec 10.1, 97.1, 122.2, 298.2
test("an incident in a station's support log notifies the target of its tag by email", async ({ login, system }) => {
  const [station] = await system.stationsOf("Harbor Air");
  const page = await login(ADMIN, `/stations/${station?.name}/supportlog`);
  const form = page.getByRole("form", { name: "New Entry" });
  const content = form.getByRole("textbox", { name: "Content" });
  await form.getByRole("button", { name: "Needs Action" }).click();
  await content.fill("Gripper does not open");
  await form.getByRole("textbox", { name: "Tags" }).fill("climate battery");
  await content.press("Control+Enter");
  await expect(content).toHaveValue("");
  const entry = page.getByRole("article", { name: /^Needs Action by/ }).filter({ hasText: "Gripper does not open" });
  await expect(entry).toContainText("climate");
  await expect(entry.getByRole("link", { name: /^\d{4}-\d\d-\d\d \d\d:\d\d · / })).toBeVisible();
  await expect(entry.getByRole("list", { name: "Alerts" })).toHaveText("Notified power@groundcrew.example", {
    timeout: 60_000,
  });
  expect(await system.newestMail("power@groundcrew.example")).toContain("Gripper does not open");
  await expectAccessible(page);
});

// @spec 10.1, 81.3, 82.1, 84.2, 84.3, 181.3, 298.3
test("errors are triaged: some are resolved with a note, others with the incident that they are attached to", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { name = "", serial_number: serial = "" } = (await system.stationsOf("Harbor Air"))[2] ?? {};
  const before = await unresolvedCount(page, name);
  await system.logErrors(name, 8);
  // The list shows the new number shortly afterwards.
  await expect.poll(() => unresolvedCount(page, name)).toBe(before + 8);
  const dialog = await openTriage(page, serial);
  await bodyRows(dialog).nth(0).click();
  await bodyRows(dialog)
    .nth(2)
    .click({ modifiers: ["Shift"] });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Support Log from 3 entries" }).click();
  const form = page.getByRole("dialog", { name: "Create New Support Log Entry" });
  await expect(form).toContainText("3 errors will be attached to this entry.");
  await form.getByRole("button", { name: "Needs Action" }).click();
  await form.getByRole("textbox", { name: "Tags" }).fill("battery");
  await form.getByRole("textbox", { name: "Content" }).fill("Three faults of one cause");
  await form.getByRole("textbox", { name: "Content" }).press("Control+Enter");
  await expect(form).toHaveCount(0);
  await expect(bodyRows(dialog).first().getByRole("cell").nth(3)).toHaveText("Fault 4");
  expect(await unresolvedCount(page, name)).toBe(before + 8);

  await bodyRows(dialog).nth(0).click();
  await bodyRows(dialog).nth(1).click();
  await dialog.getByRole("button", { name: "Resolve Selected" }).click();
  const note = page.getByRole("dialog", { name: "Record Trivial Resolution" });
  await note.getByRole("textbox", { name: "Solution" }).fill("Tightened the belt");
  await note.getByRole("button", { name: "Resolve" }).click();
  await expect(note).toHaveCount(0);
  await expect(bodyRows(dialog).first().getByRole("cell").nth(3)).toHaveText("Fault 6");
  await expect.poll(() => unresolvedCount(page, name)).toBe(before + 6);

  await dialog.getByRole("tab", { name: "Support Log" }).click();
  const entry = dialog.getByRole("article").filter({ hasText: "Three faults of one cause" });
  await entry.getByRole("button", { name: /^Status:/ }).click();
  await page.getByRole("menuitemradio", { name: "Resolved" }).click();
  const offerDialog = page.getByRole("dialog", { name: "Resolve Attached Errors" });
  await expect(offerDialog).toContainText("3 errors selected");
  await expectAccessible(page);
  await offerDialog.getByRole("button", { name: "Resolve" }).click();
  await expect(offerDialog).toHaveCount(0);
  await expect.poll(() => unresolvedCount(page, name)).toBe(before + 3);
  await entry.getByRole("button", { name: /^Status:/ }).click();
  await page.getByRole("menuitemradio", { name: "Pending", exact: true }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm Status Change" });
  await expect(confirmation).toBeVisible();
  await expectAccessible(page);
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await entry.getByRole("button", { name: "3 errors attached" }).click();
  await expect(page.getByRole("dialog").last().getByRole("img", { name: "Resolved" })).toHaveCount(3);
});

// @spec 3.2, 28.1, 118.1
test("the entries of all stations are in the order of the log, and are printed with the messages of their errors", async ({
  login,
}) => {
  const page = await login(ADMIN, "/supportlog");
  const all = await entriesOf(page);
  await expect(page.getByText(`${all.length} entries`)).toBeVisible();
  const first = page.getByRole("region", { name: /^Support log of/ }).first();
  const ids = () => first.locator("[data-key] > article").evaluateAll((articles) => articles.map(({ id }) => id));
  const log = sortEntries(all.filter(({ station_name }) => station_name === all[0]?.station_name));
  await expect.poll(ids).toEqual(log.map(({ id }) => `entry-${id}`));

  await page.goto("/supportlog/entries?supportlog-status=incident_pending,incident_resolved");
  const printed = all.filter(({ status }) => status === "incident_pending" || status === "incident_resolved");
  const entry = printed.find(({ attached_errors }) => attached_errors.length > 0);
  const errors = await page.request.get(`/api/supportlog/entries/${entry?.id}/errors`);
  const [error]: StationError[] = await errors.json();
  await page.getByRole("link", { name: "Print" }).click();
  await expect(
    page.getByText(new RegExp(`^${printed.length} entries of \\d+ stations, about \\d+ pages?$`)),
  ).toBeVisible();
  const printCalled = page.evaluate(() => new Promise<void>((resolve) => (window.print = () => resolve())));
  await page.getByRole("button", { name: "Print" }).click();
  await printCalled;
  const printout = page.getByRole("article", { name: "Printout" });
  const headings = printout.getByRole("heading", {
    level: 3,
    name: /^#\d+ · (Pending|Resolved) · (Public|Private) · /,
  });
  await expect(headings).toHaveCount(printed.length);
  await expect(printout.getByRole("list", { name: `Errors attached to #${entry?.id}` })).toContainText(
    reduceMessage(error?.error_message ?? ""),
  );
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(printout).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await expectAccessible(page);
});

// @spec 10.1, 119.1
test("the pages of the support log area are accessible, with a dialog for errors and a tag that was rejected", async ({
  login,
}) => {
  const page = await login(ADMIN, "/supportlog");
  const expectBothAccessible = async () => {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
  };
  const link = (name: string | RegExp) =>
    page.getByRole("navigation", { name: "Support log" }).getByRole("link", { name });
  await expect(page.getByRole("article").first()).toBeVisible();
  await expectBothAccessible();
  await page.getByRole("button", { name: "Attach errors" }).first().click();
  await expect(page.getByRole("dialog", { name: "Attach Errors" })).toBeVisible();
  await expect(page.getByText("Loading...")).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await link(/^Error Triage/).click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expectBothAccessible();

  await link("Tags").click();
  await page.getByRole("textbox", { name: "Tag Name" }).fill("CLIMATE");
  await page.getByRole("button", { name: "Create Tag" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("A tag called CLIMATE already exists.");
  await expectBothAccessible();
});
