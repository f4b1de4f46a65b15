import { stopClock } from "./clock.ts";
import { ADMIN, createKey, inviteByForm, MANAGER, ORDINARY, pressAndConfirm, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

// @spec 27.1, 34.1
test("Manage opens the users, by the top bar as well as by /manage", async ({ login, system }) => {
  const page = await login(ORDINARY);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Manage" }).click();
  await expect(page).toHaveURL(`${system.url}/manage/users`);
  await expect(page.getByRole("heading", { name: "Manage" })).toBeVisible();
  await page.goto("/manage/no/such");
  await expect(page).toHaveURL(`${system.url}/manage/users`);
});

// @spec 128.1, 128.2, 226.1, 227.1
test("an ordinary user sees the users and API keys of their organization and changes nothing", async ({
  login,
  system,
}) => {
  const page = await login(ORDINARY, "/manage/users");
  await expect(page.getByLabel("Organization", { exact: true }).locator("option:checked")).toHaveText(
    "Skyline Logistics",
  );
  await expect(page.getByLabel("Organization", { exact: true })).toBeDisabled();
  await expect(rowOf(page, MANAGER)).toContainText("Yes");
  await expect(page.getByRole("columnheader", { name: "Actions" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /Delete|Invite/ })).toHaveCount(0);
  await expect(page.getByRole("switch")).toHaveCount(0);

  await page.getByRole("link", { name: "API Keys" }).click();
  await expect(page).toHaveURL(`${system.url}/manage/apikeys`);
  await expect(page.getByLabel("Description")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Create Key" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Revoke" })).toHaveCount(0);
});

// @spec 128.1, 228.1
test("the organizations are for admins: others are led to the users and see no link", async ({ login, system }) => {
  const page = await login(MANAGER, "/manage/organizations");
  await expect(page).toHaveURL(`${system.url}/manage/users`);
  await expect(page.getByRole("link", { name: "API Keys" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Organizations" })).toHaveCount(0);
});

// @spec 9.4, 129.1, 131.2
test("a manager invites a user by email, makes them a manager and deletes them", async ({ login, system }) => {
  const email = "invited@skyline.example";
  const page = await login(MANAGER, "/manage/users");
  await inviteByForm(page, email);
  await expect(page.getByText(`Invited ${email}. They will receive an email.`)).toBeVisible();
  await expect(page.getByLabel("Email Address")).toHaveValue("");
  expect(await system.newestMail(email)).toContain("Skyline Logistics");

  const isManager = page.getByRole("switch", { name: `${email} is a manager` });
  await expect(isManager).not.toBeChecked();
  const written = () => page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await Promise.all([written(), isManager.click()]);
  await expect(isManager).toBeChecked();
  await page.reload();
  await expect(isManager).toBeChecked();
  await Promise.all([written(), isManager.press("Space")]);
  await expect(isManager).not.toBeChecked();
  await page.reload();
  await expect(isManager).not.toBeChecked();

  const row = rowOf(page, email);
  await pressAndConfirm(row, "Delete");
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: `Removed ${email}.` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Users" })).toBeFocused();
});

// @spec 197.5
test("an invitation needs an email: Please enter an email to invite.", async ({ login }) => {
  const page = await login(MANAGER, "/manage/users");
  await page.getByRole("button", { name: "Invite" }).click();
  const field = page.getByLabel("Email Address");
  await expect(field).toHaveAccessibleDescription("Please enter an email to invite.");
  await expect(field).toBeFocused();
  await field.fill("nobody");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("Enter a valid email address.");
});

// @spec 132.1, 309.8
test("the delete button shows 'Are You Sure?' for 3 seconds, as wide as before, then reverts", async ({ login }) => {
  const page = await login(MANAGER, "/manage/users");
  const row = rowOf(page, ORDINARY);
  const button = row.getByRole("button");
  await expect(button).toHaveText("Delete");
  await stopClock(page);
  await page.evaluate(() => document.fonts.ready);
  const before = await button.boundingBox();
  await button.dblclick();
  await expect(button).toHaveText("Are You Sure?");
  await expect.poll(() => button.boundingBox()).toEqual(before);
  await page.clock.runFor(2_900);
  await expect(button).toHaveText("Are You Sure?");
  await page.clock.runFor(200);
  await expect(button).toHaveText("Delete");
  await expect(row).toBeVisible();
});

test("a manager cannot change their own flag, nor delete themselves", async ({ login }) => {
  const page = await login(MANAGER, "/manage/users");
  const own = page.getByRole("switch", { name: `${MANAGER} is a manager` });
  await expect(own).toBeChecked();
  await expect(own).toBeDisabled();
  await expect(own).toHaveAccessibleDescription("You can't change your own permissions.");
  await expect(rowOf(page, MANAGER).getByRole("button")).toHaveCount(0);
});

// @spec 227.3
test("users of the provider's own organization always show as manager and are locked", async ({ login }) => {
  const page = await login(ADMIN, "/manage/users");
  const staff = page.getByRole("switch", { name: "staff@groundcrew.example is a manager" });
  await expect(staff).toBeChecked();
  await expect(staff).toBeDisabled();
  await expect(staff).toHaveAccessibleDescription("Users of Groundcrew are always managers.");
});

// @spec 9.4, 130.1, 130.2
test("a new key is shown once in a dialog 'Your New Key', serves, and is revoked with a second press", async ({
  login,
  context,
  system,
  playwright,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await login(MANAGER, "/manage/apikeys");
  await createKey(page, "Nightly report");
  const dialog = page.getByRole("dialog", { name: "Your New Key" });
  await dialog.getByRole("button", { name: "Copy Key" }).click();
  await expect(page.getByText("Copied key to clipboard")).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).not.toBe("");
  await page.keyboard.press("Escape");
  await page.mouse.click(20, 500);
  await expect(dialog).toContainText(key);
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("Description")).toHaveValue("");
  await expect(rowOf(page, "Nightly report")).toContainText("Never");

  const outside = await playwright.request.newContext({ baseURL: system.url });
  const ask = () => outside.get("/api/stations", { headers: { authorization: `Bearer ${key}` } });
  expect((await ask()).status()).toBe(200);
  await page.reload();
  await expect(rowOf(page, "Nightly report")).not.toContainText("Never");
  await expect(page.getByText(key)).toHaveCount(0);

  const row = rowOf(page, "Nightly report");
  await pressAndConfirm(row, "Revoke");
  await expect(row).toHaveCount(0);
  expect((await ask()).status()).toBe(401);
  await outside.dispose();
});

// @spec 128.2, 131.1, 131.2
test("an admin creates an organization and manages it, by a link that can be shared too", async ({ login, system }) => {
  const page = await login(ADMIN, "/manage/organizations");
  const stations = (await system.stationsOf("Harbor Air")).length;
  await expect(rowOf(page, "Harbor Air")).toContainText(String(stations));
  await page.getByLabel("Name").fill("Meridian Survey");
  await page.getByRole("button", { name: "Create Organization" }).click();
  await expect(page.getByText("Created the organization Meridian Survey.")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expect(rowOf(page, "Meridian Survey")).toContainText("0");

  await page.getByLabel("Organization", { exact: true }).selectOption("Meridian Survey");
  await page.getByRole("link", { name: "Users" }).click();
  await expect(page).toHaveURL(/\/manage\/users\?org_id=\d+$/);
  await expect(page.getByText("This organization has no users yet.")).toBeVisible();
  await page.reload();
  await inviteByForm(page, "first@meridian.example");
  await expect(rowOf(page, "first@meridian.example")).toBeVisible();
  await page.getByRole("link", { name: "API Keys" }).click();
  await expect(page.getByText("This organization has no API keys yet.")).toBeVisible();
});

test("the organizations are searched, sorted by their headings, and found by typing a part of the name", async ({
  login,
}) => {
  const page = await login(ADMIN, "/manage/organizations");
  const table = page.getByRole("table");
  const rows = table.locator("tbody").getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  const counts = async () =>
    (await table.locator("tbody td:nth-child(2)").allTextContents()).map((text) => Number(text.replace(",", "")));
  await page.getByRole("button", { name: "Stations", exact: true }).click();
  await expect(page.getByRole("columnheader", { name: "Stations" })).toHaveAttribute("aria-sort", "descending");
  const shown = await counts();
  expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  expect(new Set(shown).size).toBeGreaterThan(1);
  await page.getByRole("searchbox", { name: "Search organizations" }).fill("HÁRBOR");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Harbor Air");

  await page.getByRole("searchbox", { name: "Find Organization" }).fill("arbor");
  await page.getByRole("searchbox", { name: "Find Organization" }).press("Enter");
  await expect(page.getByLabel("Organization", { exact: true }).locator("option:checked")).toHaveText("Harbor Air");
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search users" }).fill("user@");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("user@harbor.example");
});

test("an organization that does not exist says so", async ({ login, problems }) => {
  problems.allow(/^GET \/api\/users\?org_id=999999 answered 404$/);
  const page = await login(ADMIN, "/manage/users?org_id=999999");
  await expect(page.getByRole("alert")).toContainText("The users could not be loaded.");
  await expect(page.getByLabel("Organization", { exact: true }).locator("option:checked")).toHaveText(
    "Unknown organization",
  );
});

test("a user is deleted with the keyboard alone, and a key held down is one press", async ({ login }) => {
  const page = await login(MANAGER, "/manage/users");
  await inviteByForm(page, "keyboard@skyline.example");
  const row = rowOf(page, "keyboard@skyline.example");
  const button = row.getByRole("button", { name: /Delete/ });
  await expect(button).toHaveText("Delete");
  await stopClock(page);
  await button.focus();
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await expect(button).toHaveText("Are You Sure?");
  await page.keyboard.press("Enter");
  await page.clock.resume();
  await expect(row).toHaveCount(0);
});

test("in a narrow window an email address is not broken, and a hint keeps its distance from the next field", async ({
  login,
}) => {
  const email = "narrow.window@skyline.example";
  const page = await login(ADMIN, "/manage/users");
  const fields = page.getByRole("main");
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Skyline Logistics" });
  await inviteByForm(page, email);
  await page.setViewportSize({ width: 310, height: 900 });
  const cell = rowOf(page, email).getByRole("cell").first();
  await expect(cell).toContainText("Invited, not yet logged in");
  // A long address may wrap after its @.
  const linesOfParts = () =>
    cell
      .locator("span")
      .first()
      .evaluate((of) =>
        [...of.childNodes]
          .filter((node) => node instanceof Text)
          .map((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            return range.getClientRects().length;
          }),
      );
  await expect.poll(linesOfParts).toEqual([1, 1]);
  const hint = await fields.getByText("Filters the list below.").boundingBox();
  const label = await fields.getByText("Organization", { exact: true }).boundingBox();
  expect((label?.y ?? 0) - ((hint?.y ?? 0) + (hint?.height ?? 0))).toBeGreaterThanOrEqual(8);
});
