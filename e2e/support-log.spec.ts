import { expectAccessible } from "./axe.ts";
import { stopClock } from "./clock.ts";
import { ADMIN } from "./station-parts.ts";
import { bodyRows, entriesOf, waitingErrors, writeEntry } from "./support-parts.ts";
import { expect, test } from "./test.ts";

test.describe("a station's support log", () => {
  // @spec 10.1, 97.1, 122.2, 298.2
  test("takes notes, records and incidents; Ctrl+Enter submits, and the tags of an incident alert someone", async ({
    login,
    system,
  }) => {
    const [station] = await system.stationsOf("Harbor Air");
    const { name = "" } = station ?? {};
    const page = await login(ADMIN, `/stations/${name}/supportlog`);
    const form = page.getByRole("form", { name: "New Entry" });
    const [content, tags] = [
      form.getByRole("textbox", { name: "Content" }),
      form.getByRole("textbox", { name: "Tags" }),
    ];
    await expect(form.getByRole("button", { name: "Note" })).toHaveAttribute("aria-pressed", "true");
    await expect(tags).toBeDisabled();
    await content.press("Control+Enter");
    await expect(form).toContainText("Body text is required");

    await form.getByRole("button", { name: "Needs Action" }).click();
    await content.fill("Gripper does not open");
    await tags.fill("climate, nonsense");
    await content.press("Control+Enter");
    await expect(form).toContainText("Unknown tags: nonsense");
    await tags.fill("climate ");
    await content.press("Control+Enter");
    await expect(form).toContainText("New incidents need at least one alerting tag.");
    await tags.pressSequentially("bat");
    await form.getByRole("button", { name: "battery" }).click();
    await expect(tags).toHaveValue("climate battery ");

    await page.route(/\/supportlog$/, (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await content.press("Control+Enter");
    await expect(form.getByRole("alert")).toHaveText("Unable to contact the server (likely due to a network error)");
    await page.unroute(/\/supportlog$/);
    await page.getByRole("navigation", { name: "Station" }).getByRole("link", { name: "Config" }).click();
    await expect(page).toHaveURL(/\/config$/);
    await page.goBack();
    await expect(content).toHaveValue("Gripper does not open");
    await expect(tags).toHaveValue("climate battery ");
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

  test("an alert that has not arrived says why on its entry, and goes on being tried", async ({ login, system }) => {
    const page = await login(ADMIN);
    const target = "https://pager.groundcrew.example/hooks/roofs";
    const tag = await page.request.post("/api/supportlog/tags", { data: { name: "pager", alert_target: target } });
    const [, , station] = await system.stationsOf("Harbor Air");
    const { name = "" } = station ?? {};
    const { id } = await tag.json();
    await writeEntry(page, name, { content: "Roof stuck open", status: "incident_needs_action", tags: [id] });
    await page.goto(`/stations/${name}/supportlog`);
    const entry = page.getByRole("article", { name: /^Needs Action by/ }).filter({ hasText: "Roof stuck open" });
    await expect(entry.getByRole("list", { name: "Alerts" })).toHaveText(
      /^Notifying https:\/\/pager\.groundcrew\.example\/hooks\/roofs \(tried \d+ times?\): ./,
      { timeout: 60_000 },
    );
  });

  // @spec 182.6
  test("a reply inherits the status of its entry, and is a note or a record", async ({ login, system }) => {
    const page = await login(ADMIN);
    const [, station] = await system.stationsOf("Harbor Air");
    const { name = "" } = station ?? {};
    await writeEntry(page, name, { content: "Yearly service", status: "record" });
    await page.goto(`/stations/${name}/supportlog`);
    const entry = page.getByRole("article", { name: /^Record by/ }).filter({ hasText: "Yearly service" });
    await expect(entry.getByRole("button", { name: /^Status:/ })).toHaveCount(0);
    await entry.getByRole("button", { name: "Reply" }).click();
    const form = entry.getByRole("form", { name: "Reply" });
    await expect(form.getByRole("button", { name: "Record" })).toHaveAttribute("aria-pressed", "true");
    await expect(form.getByRole("button", { name: "Needs Action" })).toHaveCount(0);
    await form.getByRole("textbox", { name: "Content" }).fill("Belts were due");
    await form.getByRole("button", { name: "Reply" }).click();
    await expect(form).toHaveCount(0);
    await expect(entry.getByRole("article", { name: /^Record by/ })).toContainText("Belts were due");
  });

  // @spec 81.3, 82.2, 84.3, 122.2, 181.3, 182.2, 182.3, 298.3
  test("changes an incident's status at once, but asks before one that was resolved; then offers to resolve its errors", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const [, , , station] = await system.stationsOf("Harbor Air");
    const { name = "" } = station ?? {};
    await system.logErrors(name, 3);
    const errors = await waitingErrors(page, name);
    const tags: { id: number; alerting: boolean }[] = await (await page.request.get("/api/supportlog/tags")).json();
    const alerting = tags.filter((tag) => tag.alerting).map(({ id }) => id);
    const attached_errors = errors.slice(0, 2).map(({ id }) => id);
    const content = "Gripper stuck";
    const written = { content, status: "incident_needs_action", tags: alerting.slice(0, 1), attached_errors };
    const { id } = await writeEntry(page, name, written);
    await page.goto(`/stations/${name}/supportlog`);
    const entry = page.locator(`#entry-${id}`);
    const status = entry.getByRole("button", { name: /^Status:/ });
    await status.press("ArrowDown");
    await expect(page.getByRole("menuitemradio", { name: "Needs Action" })).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Successfully changed status")).toBeVisible();
    await expect(status).toHaveAccessibleName("Status: Resolved");
    const note = page.getByRole("dialog", { name: "Resolve Attached Errors" });
    await expect(note).toContainText("2 errors selected");
    await expect(note.getByRole("textbox", { name: "Solution" })).toHaveValue(`Resolved with support log entry #${id}`);
    await note.getByRole("button", { name: "Resolve" }).click();
    await expect(note).toHaveCount(0);

    await entry.getByRole("button", { name: "2 errors attached" }).click();
    const attached = page.getByRole("dialog", { name: "Attached Errors" });
    await bodyRows(attached).first().click();
    await expect(attached.getByRole("img", { name: "Resolved" })).toHaveCount(2);
    await expect(attached.getByRole("button", { name: "Resolve Selected" })).toBeDisabled();
    await page.keyboard.press("Escape");

    const pick = async (to: string) => {
      await status.click();
      await page.getByRole("menuitemradio", { name: to, exact: true }).click();
    };
    const question = page.getByRole("dialog", { name: "Confirm Status Change" });
    await pick("Deferred");
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(status).toHaveAccessibleName("Status: Resolved");
    await pick("Deferred");
    await question.getByRole("button", { name: "Change Status" }).click();
    await expect(status).toHaveAccessibleName("Status: Deferred");
    await expect(status).toBeFocused();
    await pick("Pending");
    await expect(status).toHaveAccessibleName("Status: Pending");
    await expect(status).toBeFocused();
    await expect(entry.getByRole("list", { name: "Status changes" }).first().getByRole("listitem").first()).toHaveText(
      /^Deferred → Pending by .+, 20\d\d-\d\d-\d\d \d\d:\d\d$/,
    );

    await entry.getByRole("button", { name: "Attach errors" }).click();
    const dialog = page.getByRole("dialog", { name: "Attach Errors" });
    await expect(dialog.getByRole("button", { name: "Attach Support Log to 0 entries" })).toBeDisabled();
    await bodyRows(dialog).first().click();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Attach Support Log to 1 entries" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(entry.getByRole("button", { name: "3 errors attached" })).toBeVisible();
  });

  // @spec 122.2, 182.8, 309.7
  test("an entry is made public by holding its button for 2 seconds, and private again with the keyboard", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    const [, station] = await system.stationsOf("Harbor Air");
    const { name = "" } = station ?? {};
    const { id } = await writeEntry(page, name, { content: "Seen on site", status: "note" });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/public")) sent.push(request.method());
    });
    await page.clock.install();
    await page.goto(`/stations/${name}/supportlog`);
    const button = page.locator(`#entry-${id}`).getByRole("button", { name: /hold for 2 seconds/ });
    await expect(button).toBeVisible();
    await stopClock(page);
    await button.hover();
    await page.mouse.down();
    await page.clock.runFor(1_900);
    await page.mouse.up();
    await page.clock.runFor(3_000);
    await page.mouse.down();
    await page.clock.runFor(2_000);
    await page.mouse.up();
    await page.clock.resume();
    await expect(button).toHaveAccessibleName(/^Public/);
    await expect(button).not.toHaveAttribute("aria-busy");
    expect(sent).toEqual(["PUT"]);
    await button.focus();
    await page.keyboard.down("Space");
    await expect(button).toHaveAccessibleName(/^Private/);
    await page.keyboard.up("Space");
    await expect(button).not.toHaveAttribute("aria-busy");
    expect(sent).toEqual(["PUT", "DELETE"]);
    expect((await entriesOf(page, name)).find((of) => of.id === id)?.public).toBe(false);
  });

  // @spec 84.1
  test("is loaded when its accordion is opened for the first time", async ({ login, system }) => {
    const page = await login(ADMIN);
    const [station] = await system.stationsOf("Harbor Air");
    const { name = "", serial_number: serial = "" } = station ?? {};
    await writeEntry(page, name, { content: "Looked after", status: "note" });
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(`/api/stations/${name}/supportlog`)) asked.push(request.method());
    });
    // Stops polling, which would also request the log.
    await page.clock.install();
    await page.goto(`/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial)}`);
    await page.getByRole("button", { name: `Details of ${serial}` }).click();
    const opener = page.getByRole("button", { name: "Support Log", exact: true });
    await expect(opener).toHaveAttribute("aria-expanded", "false");
    await stopClock(page);
    expect(asked).toEqual([]);
    await opener.click();
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(page.getByRole("article").first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await opener.click();
    await opener.click();
    await expect(page.getByRole("article").first()).toBeVisible();
    expect(asked).toEqual(["GET"]);
    await page.clock.resume();
    await page.getByRole("button", { name: "New Entry" }).click();
    await expect(page.getByRole("dialog", { name: "Create New Support Log Entry" })).toBeVisible();
  });
});
