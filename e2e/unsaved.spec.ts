import type { Page } from "@playwright/test";
import { ADMIN, tab, USER } from "./station-parts.ts";
import { openTriage } from "./support-parts.ts";
import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

/** The request for the tags was pending when the session ended. */
const REFUSED_TAGS = /^GET \/api\/supportlog\/tags answered 401$/;

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

function storedDrafts(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft ")));
}

test("one question is asked for all unsaved changes of a page, and Stay keeps all of them", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/stations/${name}/ssot`);
  const notes = page.getByLabel(`Notes of ${serial}`);
  const belt = page.getByRole("form", { name: "Replaceables", exact: true }).getByRole("checkbox").first();
  await notes.fill("unsaved notes");
  const wasChecked = await belt.isChecked();
  await belt.click();

  await tab(page, "Overview").click();
  const question = page.getByRole("dialog", { name: "Unsaved Changes" });
  await expect(question).toContainText(`Changes to SSoT data for station ${name} haven't been saved`);
  await expect(question).toContainText(`Changes to replaceables data for station ${name} haven't been saved`);
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toHaveCount(0);
  await expect(notes).toHaveValue("unsaved notes");
  await expect(belt).toBeChecked({ checked: !wasChecked });

  await tab(page, "Overview").click();
  await question.getByRole("button", { name: "Leave Without Saving" }).click();
  await expect(page).toHaveURL(new RegExp(`/stations/${name}$`));
  await tab(page, "SSoT").click();
  await expect(notes).not.toHaveValue("unsaved notes");
  await expect(belt).toBeChecked({ checked: wasChecked });
});

test("what was typed survives a session that expires and a reload, and ends with Log Out", async ({
  login,
  system,
  problems,
}) => {
  problems.allow(REFUSED_LIST);
  problems.allow(REFUSED_TAGS);
  const { name } = await system.onlineStation("atlas");
  const page = await login(ADMIN, "/supportlog/tags");
  const tag = page.getByRole("textbox", { name: "Tag Name" });
  await tag.fill("half-typed");
  // A webhook's URL is a secret: anyone who knows it can post to it.
  const target = page.getByRole("textbox", { name: "Alert Target" });
  await target.fill("https://hooks.example/s3cret");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("s3cret");
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await enter(page, ADMIN, system.password);
  await expect(page).toHaveURL(/\/supportlog\/tags/);
  await expect(tag).toHaveValue("half-typed");
  await expect(target).toHaveValue("");

  await page.goto(`/stations/${name}/edit`);
  const description = page.getByLabel("Description");
  const secret = page.getByLabel("API Password", { exact: true });
  await description.fill("Half a description");
  await secret.fill("a secret that is not kept");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(description).toHaveValue("Half a description");
  await expect(secret).toHaveValue("");
  await page.getByRole("button", { name: "Undo Changes" }).click();

  await page.goto("/supportlog/tags");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await storedDrafts(page)).toEqual([]);
});

test("what one user typed is gone once another logs in in the same tab", async ({ login, system, problems }) => {
  problems.allow(REFUSED_LIST);
  problems.allow(REFUSED_TAGS);
  const page = await login(ADMIN, "/supportlog/tags");
  await page.getByRole("textbox", { name: "Tag Name" }).fill("half-typed");
  await expect.poll(() => storedDrafts(page)).toHaveLength(1);
  await page.context().clearCookies();
  await page.reload();
  await enter(page, USER, system.password);
  await expect(page.getByRole("button", { name: "Log Out" })).toBeVisible();
  await expect.poll(() => storedDrafts(page)).toEqual([]);
});

test("an entry about errors does not begin with what is being written elsewhere", async ({ login, system }) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  await system.logErrors(name, 1);
  const page = await login(ADMIN);
  const dialog = await openTriage(page, serial);
  await dialog.getByRole("tab", { name: "Support Log" }).click();
  await dialog.getByRole("textbox", { name: "Content" }).fill("half an entry");
  await dialog.getByRole("tab", { name: /^Error Triage/ }).click();
  await dialog
    .getByRole("checkbox", { name: /^Fault/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: /^Create Support Log from/ }).click();
  const about = page.getByRole("dialog", { name: "Create New Support Log Entry" });
  await expect(about.getByRole("textbox", { name: "Content" })).toHaveValue("");
});

test("Escape on a filled dialog asks once, and Discard forgets what was entered", async ({ login }) => {
  const page = await login(ADMIN);
  await page.getByRole("button", { name: "Add Station" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Device" });
  const serial = dialog.getByLabel("Serial Number");
  await serial.fill("Atlas 9999");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Discard Changes?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(serial).toHaveValue("Atlas 9999");
  await serial.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Station" })).toBeFocused();
  await page.getByRole("button", { name: "Add Station" }).click();
  await expect(serial).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
