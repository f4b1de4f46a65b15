import { UNAUTHORIZED_LIST, UNAUTHORIZED_SESSION } from "../problem-watch.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

/** The request for the tags was pending when the session ended. */
const UNAUTHORIZED_TAGS = /^GET \/api\/supportlog\/tags returned 401$/;

// @spec 184.7
test("unsaved input survives an expired session and a reload, which the browser asks to confirm, and is discarded by Log Out", async ({
  login,
  system,
  problems,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  // A page whose live stream is refused asks who is logged in.
  problems.allow(UNAUTHORIZED_SESSION);
  problems.allow(UNAUTHORIZED_TAGS);
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
  await page.getByLabel("Email Address").fill(ADMIN);
  await page.getByLabel("Password", { exact: true }).fill(system.password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(/\/supportlog\/tags/);
  await expect(tag).toHaveValue("half-typed");
  await expect(target).toHaveValue("");

  await page.goto(`/stations/${name}/edit`);
  const description = page.getByLabel("Description");
  const secret = page.getByLabel("API Password", { exact: true });
  await description.fill("Half a description");
  await secret.fill("a secret");
  const dialogTypes: string[] = [];
  page.on("dialog", (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(dialogTypes).toEqual(["beforeunload"]);
  await expect(description).toHaveValue("Half a description");
  await expect(secret).toHaveValue("");
  await page.getByRole("button", { name: "Undo Changes" }).click();

  await page.goto("/supportlog/tags");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft ")))).toEqual([]);
});
