import { DAY_MS } from "@groundcrew/shared/lib";
import { reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import { sortEntries } from "@groundcrew/shared/support-log";
import { expectAccessible } from "./axe.ts";
import { stopClock } from "./clock.ts";
import { ADMIN } from "./station-parts.ts";
import { entriesOf, writeEntry } from "./support-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the entries of all stations", () => {
  test("have their true age as soon as a hidden page is shown again", async ({ login }) => {
    const page = await login(ADMIN, "/supportlog/entries");
    const age = page.getByRole("article").first().getByRole("link", { name: / ago$/ });
    await expect(age).toBeVisible();
    await stopClock(page);
    // Timers of a hidden page don't run, but time passes.
    await page.clock.setSystemTime(Date.now() + 400 * DAY_MS);
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(age).toHaveText(/ · (5[7-9]|[6-9]\d)w ago$/);
  });

  // @spec 3.2, 28.1, 118.1
  test("stand by station in the order of the log, of a time of one's choice", async ({ login }) => {
    const page = await login(ADMIN, "/supportlog");
    await expect(page.getByRole("link", { name: "Support Log", exact: true }).last()).toHaveAttribute(
      "aria-current",
      "page",
    );
    const all = await entriesOf(page);
    await expect(page.getByText(`${all.length} entries`)).toBeVisible();
    const first = page.getByRole("region", { name: /^Support log of/ }).first();
    const ids = () => first.locator("[data-key] > article").evaluateAll((of) => of.map(({ id }) => id));
    const log = sortEntries(all.filter(({ station_name }) => station_name === all[0]?.station_name));
    await expect.poll(ids).toEqual(log.map(({ id }) => `entry-${id}`));

    await page.getByRole("button", { name: "Time: All" }).click();
    await page.getByRole("menuitemradio", { name: "Week" }).click();
    await expect(page).toHaveURL(/supportlog-t=week/);
    await expect(page.getByText(`${all.length} entries`)).toHaveCount(0);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page);
  });

  test("are searched and filtered, and the address holds what was chosen", async ({ login }) => {
    const page = await login(ADMIN, "/supportlog");
    const all = await entriesOf(page);
    const entry = all.find(({ status }) => status === "record");
    const counted = page.getByRole("status").filter({ hasText: /entr(y|ies)$/ });
    await expect(counted).toHaveText(`${all.length} entries`);
    await page.keyboard.press("/");
    await page.keyboard.type(`#${entry?.id}`);
    await expect(counted).toHaveText(`1 of ${all.length} entries`);
    await expect(page.locator(`#entry-${entry?.id}`)).toBeVisible();
    await page.getByRole("button", { name: "Clear search" }).click();
    await page.getByRole("button", { name: "Status 0 on" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Record" }).click();
    await page.keyboard.press("Escape");
    const records = all.filter(({ status }) => status === "record");
    await expect(counted).toHaveText(`${records.length} of ${all.length} entries`);
    await page.getByRole("combobox", { name: "Author" }).selectOption(entry?.author ?? "");
    const theirs = records.filter(({ author, children }) =>
      [author, ...children.map((of) => of.author)].includes(entry?.author ?? ""),
    );
    await expect(counted).toHaveText(`${theirs.length} of ${all.length} entries`);
    await expect(page).toHaveURL(/supportlog-author=.*supportlog-status=record/);
    await page.reload();
    await expect(counted).toHaveText(`${theirs.length} of ${all.length} entries`);
    await page.getByRole("combobox", { name: "Organization" }).selectOption("Harbor Air");
    await page.getByRole("combobox", { name: "Tag" }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/supportlog-tag=.*supportlog-org=Harbor/);
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(counted).toHaveText(`${all.length} entries`);
    await expect(page).toHaveURL(/supportlog$/);
  });

  test("are rendered only near the window, wherever a permalink leads, and what was begun in one stays", async ({
    login,
  }) => {
    const page = await login(ADMIN, "/supportlog/entries");
    const all = await entriesOf(page);
    const articles = page.getByRole("article");
    await expect(articles.first()).toBeVisible();
    expect(await articles.count()).toBeLessThan(all.length / 2);
    const region = page.getByRole("region", { name: /^Support log of/ }).first();
    await region.getByRole("button", { name: "Reply" }).first().click();
    await region.getByRole("textbox", { name: "Content" }).fill("PendingSignIn here");
    const last = all.at(-1)?.id;
    await page.evaluate((id) => void (location.hash = `#${id}`), last);
    await expect(page.locator(`#entry-${last}`)).toBeFocused();
    await expect(page.locator(`#entry-${last}`)).toBeInViewport();
    expect(await articles.count()).toBeLessThan(all.length / 2);
    await page.goBack();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(region.getByRole("textbox", { name: "Content" })).toHaveValue("PendingSignIn here");
  });

  test("let someone go on writing where they are when an entry comes before theirs", async ({ login }) => {
    const page = await login(ADMIN);
    const all = await entriesOf(page);
    const among = all.at(all.length / 2);
    await page.clock.install();
    await page.goto(`/supportlog/entries#${among?.id}`);
    const entry = page.locator(`#entry-${among?.id}`);
    await expect(entry).toBeFocused();
    await entry.getByRole("button", { name: "Reply" }).click();
    const content = entry.getByRole("textbox", { name: "Content" });
    await content.fill("Half a sent");
    const before = (await content.boundingBox())?.y ?? 0;
    expect(all[0]?.station_name).not.toBe(among?.station_name);
    await writeEntry(page, all[0]?.station_name ?? "", { content: "Came in between", status: "record" });
    await page.clock.fastForward(61_000);
    await expect(page.getByText(`${all.length + 1} entries`)).toBeVisible();
    await expect(content).toBeFocused();
    await page.keyboard.type("ence");
    await expect(content).toHaveValue("Half a sentence");
    await expect.poll(async () => Math.abs(((await content.boundingBox())?.y ?? 0) - before)).toBeLessThan(4);
  });

  // @spec 29.1
  test("a numeric hash scrolls to that entry, also after the login it led to", async ({ page, system }) => {
    await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
    const all = await entriesOf(page);
    const among = all.at(all.length / 2);
    await page.request.delete("/api/sessions/current");
    await page.goto(`/supportlog/entries#${among?.id}`);
    await page.getByLabel("Email Address").fill(ADMIN);
    await page.getByLabel("Password", { exact: true }).fill(system.password);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(page).toHaveURL(`${system.url}/supportlog/entries#${among?.id}`);
    const entry = page.locator(`#entry-${among?.id}`);
    await expect(entry).toBeFocused();
    // The entry is centered in the window, so that its neighbours are visible too.
    await expect
      .poll(async () => {
        const { y = 0, height = 0 } = (await entry.boundingBox()) ?? {};
        return Math.abs(y + height / 2 - 450);
      })
      .toBeLessThan(100);

    await page.goto("/supportlog/entries?supportlog-t=day#999999999");
    await expect(page.getByText("Entry #999999999 is not among the entries shown here.")).toBeVisible();
    await page.getByRole("button", { name: "Show All" }).click();
    await expect(page).toHaveURL(`${system.url}/supportlog/entries#999999999`);
  });

  test("are printed as a separate document, in chunks, with numbers, statuses, visibility and the errors' messages", async ({
    login,
  }) => {
    const page = await login(ADMIN, "/supportlog/entries?supportlog-status=incident_pending,incident_resolved");
    const all = await entriesOf(page);
    const chosen = all.filter(({ status }) => status === "incident_pending" || status === "incident_resolved");
    const entry = chosen.find(({ attached_errors }) => attached_errors.length > 0);
    const errors = await page.request.get(`/api/supportlog/entries/${entry?.id}/errors`);
    const [error]: StationError[] = await errors.json();
    await page.getByRole("link", { name: "Print" }).click();
    await expect(page).toHaveURL(/supportlog\/print\?supportlog-status=/);
    await expect(
      page.getByText(new RegExp(`^${chosen.length} entries of \\d+ stations, about \\d+ pages?$`)),
    ).toBeVisible();
    await expect(page.getByRole("article", { name: "Printout" })).toHaveCount(0);
    const printed = page.evaluate(() => new Promise<void>((resolve) => (window.print = () => resolve())));
    await page.getByRole("button", { name: "Print" }).click();
    await printed;
    const paper = page.getByRole("article", { name: "Printout" });
    await expect(paper).toContainText(/Printed 20\d\d-\d\d-\d\d .* by /);
    await expect(paper).toContainText("Status: Pending, Resolved");
    await expect(
      paper.getByRole("heading", { level: 3, name: /^#\d+ · (Pending|Resolved) · (Public|Private) · / }),
    ).toHaveCount(chosen.length);
    await expect(paper.getByRole("list", { name: `Errors attached to #${entry?.id}` })).toContainText(
      reduceMessage(error?.error_message ?? ""),
    );
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(paper).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to Support Log" }).click();
    await expect(page).toHaveURL(/supportlog\/entries\?supportlog-status=/);
  });

  // @spec 298.1
  test("a log that cannot be loaded says so, and is loaded again", async ({ login }) => {
    const page = await login(ADMIN);
    await page.route("**/api/supportlog/entries*", (route) => route.abort());
    await page.goto("/supportlog/entries");
    await expect(page.getByRole("alert")).toContainText("The support log could not be loaded.");
    await page.unroute("**/api/supportlog/entries*");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("article").first()).toBeVisible();
  });
});
