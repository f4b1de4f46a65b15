import { expectAccessible } from "./axe.ts";
import { ADMIN } from "./station-parts.ts";
import { bodyRows, entriesOf, openTriage, unresolvedCount, waitingErrors, writeEntry } from "./support-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the Support Log and Error Triage dialog", () => {
  // @spec 80.1, 81.1, 81.2, 81.4, 82.1, 216.3
  test("is extra large, static, titled with the serial number, and lists errors 15 a page to select from", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const [, station] = await system.stationsOf("Harbor Air");
    const serial = station?.serial_number ?? "";
    await system.logErrors(station?.name ?? "", 40);
    const dialog = await openTriage(page, serial);
    await page.mouse.click(20, 500);
    await expect(dialog).toBeVisible();
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(1120);
    const columns = ["Select", "Time", "Job Type", "Error Message", "Job Id"];
    await expect(dialog.getByRole("columnheader")).toHaveText(columns);
    await expect(bodyRows(dialog)).toHaveCount(15);
    await expect(bodyRows(dialog).first().getByRole("cell").nth(3)).toHaveText("Fault 1");
    await expect(dialog.getByRole("button", { name: "Create Support Log from 0 entries" })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Resolve Selected" })).toBeDisabled();

    await bodyRows(dialog).nth(2).click();
    await expect(dialog.getByText("1 selected")).toBeVisible();
    await bodyRows(dialog).nth(2).click();
    await expect(dialog.getByText("0 selected")).toBeVisible();
    await page.keyboard.press("Space");
    await expect(bodyRows(dialog).nth(2).getByRole("checkbox")).toBeChecked();
    await dialog.getByRole("button", { name: "Page 2", exact: true }).click();
    await bodyRows(dialog)
      .nth(4)
      .click({ modifiers: ["Shift"] });
    await expect(dialog.getByText("18 selected")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Create Support Log from 18 entries" })).toBeEnabled();

    const asked = page.waitForRequest(/errors\?filter_resolved=false&limit=1000&filter_after=/);
    await dialog.getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Day" }).click();
    await asked;
    await expect(dialog.getByRole("button", { name: "Time: Day" })).toBeVisible();
    await expect(dialog.getByText("18 selected")).toBeVisible();
    await dialog.getByRole("button", { name: "Clear" }).click();
    await expect(dialog.getByText("0 selected")).toBeVisible();

    await dialog.getByRole("button", { name: "Time: Day" }).click();
    await page.getByRole("menuitemradio", { name: "All" }).click();
    await expect(dialog.getByRole("button", { name: "Time: All" })).toBeVisible();
    const hint = dialog.getByText("Select at least one error first.");
    await expect(hint).toBeVisible();
    const selectAll = dialog.getByRole("button", { name: /^Select All \(\d+ on \d+ pages\)$/ });
    const [count = "", pages = ""] = ((await selectAll.textContent()) ?? "").match(/\d+/g) ?? [];
    expect(Number(pages)).toBe(Math.ceil(Number(count) / 15));
    await selectAll.click();
    await expect(dialog.getByText(`${count} selected`)).toBeVisible();
    await expect(dialog.getByRole("button", { name: `Create Support Log from ${count} entries` })).toBeEnabled();
    await expect(hint).toHaveCount(0);
    await selectAll.click();
    await expect(dialog.getByText("0 selected")).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
  });

  // @spec 10.1, 82.1, 84.2, 84.3, 181.3
  test("creates a support log from the selected entries, and resolves others with a note", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const { name = "", serial_number: serial = "" } = (await system.stationsOf("Harbor Air"))[2] ?? {};
    const before = (await unresolvedCount(page, name)) + 8;
    await system.logErrors(name, 8);
    // The list shows the new number shortly afterwards.
    await expect.poll(() => unresolvedCount(page, name)).toBe(before);
    const dialog = await openTriage(page, serial);
    await bodyRows(dialog).nth(0).click();
    await bodyRows(dialog)
      .nth(2)
      .click({ modifiers: ["Shift"] });
    await dialog.getByRole("button", { name: "Create Support Log from 3 entries" }).click();
    const form = page.getByRole("dialog", { name: "Create New Support Log Entry" });
    await expect(form).toContainText("3 errors will be attached to this entry.");
    await form.getByRole("textbox", { name: "Content" }).fill("Three faults of one cause");
    await form.getByRole("textbox", { name: "Content" }).press("Control+Enter");
    await expect(form).toHaveCount(0);
    const entry = (await entriesOf(page, name)).find(({ content }) => content === "Three faults of one cause");
    expect(entry?.attached_errors).toHaveLength(3);
    await expect(bodyRows(dialog).first().getByRole("cell").nth(3)).toHaveText("Fault 4");
    expect(await unresolvedCount(page, name)).toBe(before);

    await bodyRows(dialog).nth(0).click();
    await bodyRows(dialog).nth(1).click();
    await dialog.getByRole("button", { name: "Resolve Selected" }).click();
    const note = page.getByRole("dialog", { name: "Record Trivial Resolution" });
    await note.getByRole("textbox", { name: "Solution" }).fill("Tightened the belt");
    await note.getByRole("button", { name: "Resolve" }).click();
    await expect(note).toHaveCount(0);
    await expect(bodyRows(dialog).first().getByRole("cell").nth(3)).toHaveText("Fault 6");
    await expect.poll(() => unresolvedCount(page, name)).toBe(before - 2);
    await dialog.getByRole("button", { name: "Close", exact: true }).click();
    await expect(page.getByRole("button", { name: /^Unresolved errors/ })).toHaveText(String(before - 2));
  });

  test("says how many errors were already resolved, and keeps what was typed when one was attached elsewhere", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const { name, serial_number: serial } = await system.onlineStation("atlas");
    await system.logErrors(name, 4);
    await expect.poll(async () => (await waitingErrors(page, name)).length).toBeGreaterThan(3);
    const dialog = await openTriage(page, serial);
    const form = page.getByRole("dialog", { name: "Create New Support Log Entry" });
    const content = form.getByRole("textbox", { name: "Content" });

    /** Creates an entry for two errors, while something else is done to the first of them. */
    async function create(text: string, meanwhile: (error: number) => Promise<unknown>): Promise<void> {
      await bodyRows(dialog).nth(0).click();
      await bodyRows(dialog).nth(1).click();
      await dialog.getByRole("button", { name: "Create Support Log from 2 entries" }).click();
      await content.fill(text);
      await page.route(
        `**/api/stations/${name}/supportlog`,
        async (route) => {
          const sent: { attached_errors: number[] } = route.request().postDataJSON();
          await meanwhile(sent.attached_errors[0] ?? 0);
          await route.continue();
        },
        { times: 1 },
      );
      await content.press("Control+Enter");
    }

    await create("One is gone", (id) =>
      page.request.patch(`/api/stations/${name}/errors`, { data: [{ id, solution: "Tightened the belt" }] }),
    );
    await expect(page.getByText("1 of 2 errors was already resolved and not attached.")).toBeVisible();
    await expect(form).toHaveCount(0);

    let quicker = 0;
    await create("Two faults of one cause", async (id) => {
      quicker = (await writeEntry(page, name, { content: "Quicker", status: "note", attached_errors: [id] })).id;
    });
    await expect(form.getByRole("alert")).toContainText("1 of 2 errors is already attached to support log entry #");
    await expect(form.getByRole("alert")).toContainText(`#${quicker}. `);
    await expect(content).toHaveValue("Two faults of one cause");
  });

  // @spec 83.1, 83.2, 297.1, 297.2
  test("says why errors could not be loaded, and when there are none that need triage", async ({ login, system }) => {
    const page = await login(ADMIN);
    const [, , station] = await system.stationsOf("Harbor Air");
    await page.route(/errors\?filter_resolved=false/, (route) => route.abort());
    const dialog = await openTriage(page, station?.serial_number ?? "");
    await expect(dialog.getByRole("alert")).toContainText("Loading the error list for this station failed");
    await expect(dialog.getByRole("alert")).toContainText(
      "Unable to contact the server (likely due to a network error)",
    );
    await page.unroute(/errors\?filter_resolved=false/);
    await page.route(/errors\?filter_resolved=false/, (route) => route.fulfill({ json: [] }));
    await dialog.getByRole("button", { name: "Reload" }).click();
    await expect(dialog.getByText("There are no errors that need triage")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Resolve Selected" })).toBeDisabled();
  });
});
