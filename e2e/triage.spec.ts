import type { Locator } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMIN, USER } from "./station-parts.ts";
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

test.describe("the Error Triage queue", () => {
  // @spec 28.1, 84.2, 119.1, 121.1
  test("lists what the navigation counts, each station with its errors, Support Log and Telemetry", async ({
    login,
  }) => {
    const page = await login(ADMIN);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Support Log" }).click();
    const link = page.getByRole("navigation", { name: "Support log" }).getByRole("link", { name: /^Error Triage/ });
    await link.click();
    const stations = page.getByRole("region", { name: /^Errors of/ });
    await expect(stations.first().getByRole("table")).toBeVisible();
    const numbers = async (place: Locator) => ((await place.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
    const sentence = page.getByRole("status").filter({ hasText: /unresolved errors at/ });
    await expect(async () => expect((await numbers(sentence))[0]).toBe((await numbers(link))[0])).toPass();
    const [usual, few = 0] = await numbers(sentence);
    await page.getByRole("checkbox", { name: "Include internal, mocked and retired stations" }).click();
    await expect(page).toHaveURL(/supportlog-all=1/);
    await expect.poll(async () => (await numbers(sentence))[1]).toBeGreaterThan(few);
    expect(await numbers(link)).toEqual([usual]);

    const name = (await stations.first().getAttribute("aria-label"))?.replace("Errors of ", "");
    const station = page.getByRole("region", { name: `Errors of ${name}`, exact: true });
    await station.getByRole("button", { name: "Support Log", exact: true }).click();
    await expect(page.getByRole("dialog", { name: `Viewing Support Log for ${name}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await station.getByRole("button", { name: "Telemetry", exact: true }).click();
    await expect(page.getByRole("dialog", { name: `${name} Telemetry` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
  });

  test("is ordered by most errors or the newest, narrowed by organization and search, and one of its stations is far down", async ({
    login,
  }) => {
    const page = await login(ADMIN, "/supportlog/triage?supportlog-all=1");
    const stations = page.getByRole("region", { name: /^Errors of/ });
    const sentence = page.getByRole("status").filter({ hasText: /unresolved errors? at/ });
    await expect(stations.first()).toBeVisible();
    const full = (await sentence.textContent()) ?? "";
    const count = Number(/at (\d+)/.exec(full)?.[1]);
    expect(await stations.count()).toBeLessThan(count);
    await page.getByRole("button", { name: "Sort: Serial Number" }).click();
    await page.getByRole("menuitemradio", { name: "Most Errors" }).click();
    await expect(page).toHaveURL(/supportlog-sort=errors/);
    const unresolved = stations.first().getByRole("button", { name: /^Unresolved errors/ });
    await expect(unresolved).toHaveText(">99");
    await page.getByRole("combobox", { name: "Organization" }).selectOption("Harbor Air");
    await expect(sentence).not.toHaveText(full);
    await expect(stations.first()).toContainText("Harbor Air");
    await page.getByRole("searchbox", { name: "Search" }).fill("no station is called so");
    await expect(page.getByText("No station in the queue matches these filters.")).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("combobox", { name: "Organization" }).selectOption("");
    await expect(sentence).toHaveText(full);
    // Stations turn out taller than estimated as they come into view, so the page needs to scroll repeatedly.
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return page.locator("[data-index]").last().getAttribute("data-index");
      })
      .toBe(String(count - 1));
  });

  test("counts what waits and what is attached, whatever time its list is of", async ({ login }) => {
    const page = await login(ADMIN, "/supportlog/triage?supportlog-queue=Atlas+0006");
    const station = page.getByRole("region", { name: "Errors of Atlas 0006" });
    const words = /^\d+ to triage · \d+ attached$/;
    const counts = (await station.getByText(words).textContent()) ?? "";
    await station.getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Day" }).click();
    await expect(station.getByRole("button", { name: "Time: Day" })).toBeVisible();
    await expect(station.getByText(words)).toHaveText(counts);
    await station.getByRole("button", { name: /^Unresolved errors/ }).click();
    const dialog = page.getByRole("dialog", { name: "Atlas 0006" });
    const tab = dialog.getByRole("tab", { name: `Error Triage ${Number.parseInt(counts, 10)}` });
    await expect(tab).toBeVisible();
    await dialog.getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Day" }).click();
    await expect(dialog.getByRole("button", { name: "Time: Day" })).toBeVisible();
    await expect(tab).toBeVisible();
  });

  // @spec 119.2, 297.3
  test("says 'Too many errors to display' at 1000 and counts them by station, so that triage goes on", async ({
    login,
    system,
  }) => {
    const [station] = await system.stationsOf("Skyline Logistics");
    const { name = "", serial_number: serial = "" } = station ?? {};
    await system.logErrors(name, 5_000);
    const page = await login(ADMIN, "/supportlog/triage");
    await expect(page.getByText("Too many errors to display")).toBeVisible();
    await expect(page.getByRole("table")).toHaveCount(0);
    const errors = page.getByRole("region", { name: `Errors of ${serial}` });
    await expect(errors.getByRole("button", { name: /^Unresolved errors/ })).toHaveText(">99");
    await errors.getByRole("button", { name: /^Show 5,\d+ errors$/ }).click();
    await expect(errors.getByText("The newest 1,000 errors are shown.")).toBeVisible();
    await bodyRows(errors).first().click();
    await errors.getByRole("button", { name: "Page 67", exact: true }).click();
    await bodyRows(errors)
      .last()
      .click({ modifiers: ["Shift"] });
    await expect(errors.getByText("1,000 selected")).toBeVisible();
    await expect.poll(() => unresolvedCount(page, name)).toBeGreaterThanOrEqual(5_000);
    const count = await unresolvedCount(page, name);
    await errors.getByRole("button", { name: "Resolve Selected" }).click();
    const note = page.getByRole("dialog", { name: "Record Trivial Resolution" });
    await note.getByRole("textbox", { name: "Solution" }).fill("Gripper replaced");
    await note.getByRole("button", { name: "Resolve" }).click();
    await expect(page.getByText("Resolved 1,000 errors")).toBeVisible();
    await expect(errors.getByText("0 selected")).toBeVisible();
    await expect.poll(() => unresolvedCount(page, name)).toBe(count - 1_000);

    for (let left = await waitingErrors(page, name); left.length > 0; left = await waitingErrors(page, name)) {
      const data = left.map(({ id }) => ({ id, solution: "Gripper replaced" }));
      expect((await page.request.patch(`/api/stations/${name}/errors`, { data })).status()).toBe(200);
    }
    await page.reload();
    await expect(page.getByRole("table").first()).toBeVisible();
    await expect(page.getByText("Too many errors to display")).toHaveCount(0);
  });

  // @spec 33.1, 34.1, 228.1
  test("is for admins: others are led to /", async ({ login, system }) => {
    const page = await login(USER);
    await expect(page.getByRole("link", { name: "Support Log" })).toHaveCount(0);
    for (const path of ["/supportlog", "/supportlog/triage", "/supportlog/entries#1"]) {
      await page.goto(path);
      await expect(page).toHaveURL(`${system.url}/`);
    }
  });
});
