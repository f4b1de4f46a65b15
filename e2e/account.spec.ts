import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Page } from "@playwright/test";
import type { TOTP } from "otpauth";
import { addApp, keepCodes } from "./account-steps.ts";
import { logIn } from "./password-steps.ts";
import { UNAUTHORIZED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const OWNER = "manager@skyline.example";
const stations = (page: Page) => page.getByRole("heading", { name: "Stations" });

/** The app's next code, since none is accepted twice. An app's clock may be half a minute ahead. */
const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + 30 * SECOND_MS });

test.afterEach(async ({ system }) => system.removeFactors(OWNER));

test("somebody adds an authenticator app, logs in with a recovery code, confirms with the app, and removes it", async ({
  page,
  problems,
  system,
}) => {
  problems.allow(/^POST \/api\/sessions\/current\/second-step returned 401$/);
  problems.allow(/returned 428$/);
  problems.allow(UNAUTHORIZED_LIST);
  await page.goto("/login?r=%2Faccount");
  await logIn(page, OWNER, system.password);
  const { app, codes } = await addApp(page);
  await page.emulateMedia({ media: "print" });
  await expect
    .poll(async () => (await page.locator("body").innerText()).split(/\n+/))
    .toEqual([
      "Your Recovery Codes",
      "Each opens your account once, without the second step",
      expect.stringMatching(new RegExp(`^Groundcrew · ${OWNER} · [0-9-]+$`)),
      ...codes,
    ]);
  await page.emulateMedia({ media: "screen" });
  await keepCodes(page);
  await page.getByRole("button", { name: "Log Out" }).click();

  await logIn(page, OWNER, system.password);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.getByRole("textbox").fill(app.generate() === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That code is not right. 4 tries left, then a pause of 5 minutes.")).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(stations(page)).toBeVisible();

  await page.goto("/account");
  await expect(page.getByRole("row").filter({ hasText: "This one" })).toContainText("Password + recovery code");
  await expect(page.getByText("9 of 10 left")).toBeVisible();
  await system.setProofs(OWNER, CONFIRMED_FOR_MS);
  await page.getByRole("button", { name: "Remove the authenticator app" }).click();
  await page.getByRole("button", { name: "Are You Sure? Remove the authenticator app" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm It Is You" });
  await proof.getByRole("textbox").fill(nextCode(app));
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Removed the authenticator app.")).toBeVisible();
  await expect(proof).toHaveCount(0);
});
