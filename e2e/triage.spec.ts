import type { Locator } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMIN, USER } from "./station-parts.ts";
import { bodyRows, unresolvedCount, waitingErrors } from "./support-parts.ts";
import { expect, test } from "./test.ts";

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
