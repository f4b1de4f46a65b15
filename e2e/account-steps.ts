import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import type { TestSystem } from "./test-system.ts";

const APP_NAME = "Add an Authenticator App";

/** Begins to add an authenticator app on the account page. */
export async function beginApp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add an Authenticator App" }).click();
  await page.getByRole("dialog", { name: APP_NAME }).waitFor();
}

/** Adds an authenticator app to an account on its page, and returns it with the recovery codes. */
export async function addApp(page: Page): Promise<{ app: TOTP; codes: string[] }> {
  await beginApp(page);
  const dialog = page.getByRole("dialog", { name: APP_NAME });
  const secret = (await dialog.getByRole("code").innerText()).replaceAll(" ", "");
  const app = new TOTP({ secret });
  await dialog.getByRole("textbox").fill(app.generate());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  const list = page.getByRole("dialog", { name: "Your Recovery Codes" }).getByRole("listitem");
  await expect(list).toHaveCount(10);
  return { app, codes: await list.allInnerTexts() };
}

/** Says that the shown recovery codes are kept. */
export async function keepCodes(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Your Recovery Codes" });
  await dialog.getByRole("checkbox", { name: "I have kept them" }).check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
}

/** The address of the console by name: browsers know no passkeys of addresses. */
export function atName(system: TestSystem, path: string): string {
  return new URL(path, system.url.replace("127.0.0.1", "localhost")).href;
}

/** Gives the browser an authenticator that keeps passkeys and recognizes its user. Returns how to lose what it keeps. */
export async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return async () => {
    await session.send("WebAuthn.clearCredentials", { authenticatorId });
  };
}

/** Adds a passkey on the account page, whose recovery codes are then shown. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a Passkey" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

/** Opens the account page by the name of the console, as an account without second factors. */
export function openByName(email: string): (page: Page, system: TestSystem) => Promise<void> {
  return async (page, system) => {
    await system.removeFactors(email);
    const data = { email, password: system.password };
    await page.context().request.post(atName(system, "/api/sessions/current"), { data });
    await page.goto(atName(system, "/account"));
  };
}

/** Adds an authenticator app in place of the second factors before. */
export function addAppOf(email: string): (page: Page, system: TestSystem) => Promise<void> {
  return async (page, system) => {
    await system.removeFactors(email);
    await system.setProofs(email, 0);
    await page.reload();
    await addApp(page);
  };
}
