import { addPasskey, beginPasskey, type Account } from "@groundcrew/shared/account";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { serveAccount } from "../../../test/fake-account.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const ADDED = "2026-08-02T08:00:00.000Z";

function openAccount(passkeys: Account["passkeys"] = []) {
  const user = { ...customer };
  const server = startFakeConsole({ user });
  serveAccount(server, user, { passkeys });
  openConsole("/account");
  return server;
}

test("passkeys are listed with their age, renamed and removed", async () => {
  openAccount([
    { id: 1, name: "Windows Hello", added: ADDED, last_used: new Date(Date.now() - 3_600_000).toISOString() },
    { id: 2, name: "YubiKey 5C", added: ADDED, last_used: null },
  ]);
  await expect.element(page.getByText("On", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Added 2026-08-02 · used 1h ago$/)).toBeVisible();
  await button("Rename YubiKey 5C").click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Key on my ring");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Key on my ring")).toBeVisible();
  await button("Remove the passkey Windows Hello").click();
  await button("Are You Sure? Remove the passkey Windows Hello").click();
  await expect.element(page.getByText("Removed the passkey.")).toBeVisible();
  await expect.element(page.getByText("Windows Hello")).not.toBeInTheDocument();
});

test("why no passkey could be made is said in its dialog, which stays", async () => {
  const server = openAccount();
  server.on(beginPasskey, async () => {
    throw new Rejection(409, "An account has at most 20 passkeys. Remove one first.");
  });
  await button("Add a Passkey").click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect.element(dialog.getByText("An account has at most 20 passkeys. Remove one first.")).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Laptop");
  expect(server.requestsTo(addPasskey)).toEqual([]);
});
