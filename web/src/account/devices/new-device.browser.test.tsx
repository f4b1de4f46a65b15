import { rejectDevice, type Account } from "@groundcrew/shared/account";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { CODES, CURRENT, sampleSession, serveAccount } from "../../../test/fake-account.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const NEW = "eleven quiet otters fold maps";
const ADDED = "2026-08-02T08:00:00.000Z";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const question = page.getByText(
  /^A new device: Firefox 145 on Linux, 192\.0\.2\.110, .*, with a recovery code\. If that/,
);

function openAccount(differences: Partial<Account> = {}, path = "/account") {
  const user = { ...customer };
  const server = startFakeConsole({ user });
  const sessions = [
    sampleSession({ id: 1, is_current: true, agent: null }),
    sampleSession({ second_step: "recovery", is_new_device: true }),
  ];
  serveAccount(server, user, { sessions, ...differences });
  return { server, ...openConsole(path) };
}

async function changePassword() {
  await dialog.getByRole("textbox", { name: "Current Password" }).fill(CURRENT);
  await dialog.getByRole("textbox", { name: "New Password" }).fill(NEW);
  await dialog.getByRole("button", { name: "Change Password" }).click();
}

test("a session on a new device is asked about until the user says that it is theirs", async () => {
  openAccount();
  await expect.element(question).toBeVisible();
  await expect.element(tableRow("Firefox 145 on Linux")).toMatchTextContent("New device");
  await button("That Was Me").click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(tableRow("Firefox 145 on Linux")).not.toMatchTextContent("New device");
});

test("the device in use is not asked about itself", async () => {
  openAccount({ sessions: [sampleSession({ is_current: true, is_new_device: true })] });
  await expect.element(tableRow("Firefox 145 on Linux")).toMatchTextContent("New device");
  await expect.element(button("Not Me")).not.toBeInTheDocument();
});

test("Not Me ends the session, then asks for a new password and shows new recovery codes", async () => {
  const app = { added: ADDED, last_used: null };
  openAccount({ authenticator_app: app, recovery_codes: { left: 4, made: ADDED } });
  await button("Not Me").click();
  await expect.element(dialog.getByText("Then you choose a new password and get new recovery codes.")).toBeVisible();
  await button("End Session").click();
  await expect.element(dialog.getByRole("heading", { name: "Change Password" })).toBeVisible();
  await changePassword();
  await expect.element(dialog.getByRole("list")).toMatchTextContent(CODES.join(""));
  await dialog.getByRole("checkbox", { name: "I have kept them" }).click();
  await button("Done").click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(tableRow("Firefox 145 on Linux")).not.toBeInTheDocument();
  await expect.element(page.getByText("10 of 10 left")).toBeVisible();
});

test("without a second step, Not Me ends with the new password", async () => {
  openAccount();
  await button("Not Me").click();
  await button("End Session").click();
  await changePassword();
  await expect.element(page.getByText("Your password is changed.")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("the link of the email leads to the same, also once that session has ended, and leaves the address afterwards", async () => {
  const { router } = openAccount({ sessions: [sampleSession({ id: 1, is_current: true })] }, "/account?not-me=9");
  await expect
    .element(dialog.getByText(/^That session has already ended, or is the one you are using\./))
    .toBeVisible();
  await button("Continue").click();
  await expect.element(dialog.getByRole("heading", { name: "Change Password" })).toBeVisible();
  await changePassword();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => router.history.location.href).toBe("/account");
});

test("a device that the server does not know is not rejected, and the dialog says so", async () => {
  const { server } = openAccount({}, "/account?not-me=9");
  server.on(rejectDevice, async () => {
    throw new Rejection(404, "There is no such session.");
  });
  await button("Continue").click();
  await expect.element(dialog.getByText("There is no such session.")).toBeVisible();
});

test("a session that could not be ended stays, and the dialog says why", async () => {
  const { server } = openAccount();
  server.on(rejectDevice, async () => {
    throw new Rejection(503, "The database is away.");
  });
  await button("Not Me").click();
  await button("End Session").click();
  await expect.element(dialog.getByText("The database is away.")).toBeVisible();
  await button("Cancel").click();
  await expect.element(question).toBeVisible();
});

test("emails about new devices are switched off and on", async () => {
  openAccount();
  const notices = page.getByRole("switch", { name: "Email me when I log in on a new device" });
  await expect.element(notices).toBeChecked();
  await notices.click();
  await expect.element(notices).not.toBeChecked();
});
