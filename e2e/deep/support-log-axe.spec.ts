import { expectAccessible } from "../axe.ts";
import { ADMIN } from "../station-steps.ts";
import { bodyRows, openTriage, unresolvedCount } from "../support-steps.ts";
import { expect, test } from "../test.ts";

// @spec 10.1, 81.3, 82.1, 84.2, 84.3, 181.3, 298.3
test("errors are triaged, resolved and attached to an incident in dialogs, which are accessible with selected rows", async ({
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
  await offerDialog.getByRole("button", { name: "Resolve" }).click();
  await expect(offerDialog).toHaveCount(0);
  await expect.poll(() => unresolvedCount(page, name)).toBe(before + 3);
  await entry.getByRole("button", { name: /^Status:/ }).click();
  await page.getByRole("menuitemradio", { name: "Pending", exact: true }).click();
  const confirmation = page.getByRole("dialog", { name: "Confirm Status Change" });
  await expect(confirmation).toBeVisible();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await entry.getByRole("button", { name: "3 errors attached" }).click();
  await expect(page.getByRole("dialog").last().getByRole("img", { name: "Resolved" })).toHaveCount(3);
});

// @spec 10.1, 119.1
test("the pages of the support log area are accessible, with a tag that was rejected", async ({ login }) => {
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

  await link(/^Error Triage/).click();
  await expect(page.getByRole("table").first()).toBeVisible();
  await expectBothAccessible();

  await link("Tags").click();
  await page.getByRole("textbox", { name: "Tag Name" }).fill("CLIMATE");
  await page.getByRole("button", { name: "Create Tag" }).click();
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("A tag called CLIMATE already exists.");
  await expectBothAccessible();
});
