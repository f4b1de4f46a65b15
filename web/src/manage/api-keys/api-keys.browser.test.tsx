import { createApiKey, renewApiKey, revokeApiKey } from "@groundcrew/shared/api-keys";
import { CONFIRM_HEADER } from "@groundcrew/shared/contract";
import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { serveAccount } from "../../../test/fake-account.ts";
import { customer } from "../../../test/fake-console.ts";
import { listedKey, manager, openManage, pressAndConfirm, tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { dateText } from "../../lib/index.ts";

const KEYS = "/manage/apikeys";
const KEY = listedKey("key_1", { last_used: "2026-02-01T12:00:00.000Z" });

const newKey = page.getByRole("button", { name: "New Key" });
const form = page.getByRole("dialog", { name: "New API Key" });
const description = form.getByLabelText("Description");
const create = form.getByRole("button", { name: "Create Key" });
const renew = page.getByRole("button", { name: "Renew Nightly report" });
const renewal = page.getByRole("dialog", { name: "Renew an API Key" });
const secret = page.getByRole("dialog", { name: "Your New Key" });

/** The texts that the page copies from now on. */
function watchCopies(): string[] {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  return copied;
}

// @spec 128.1, 128.2, 226.1, 227.1
test("an ordinary user sees the API keys of their organization but cannot change them", async () => {
  openManage(KEYS, { user: customer, keys: [KEY] });
  await expect.element(tableRow("Nightly report")).not.toMatchTextContent("Never");
  await expect.element(newKey).toBeDisabled();
  await expect.element(newKey).toHaveAccessibleDescription("Only managers can create API keys.");
  await expect.element(page.getByRole("button", { name: "Revoke" })).not.toBeInTheDocument();
});

// @spec 9.4, 130.1, 130.2
test("a new key is shown once, in a dialog 'Your New Key' that only Close closes, and is revoked with a second press", async () => {
  const copied = watchCopies();
  openManage(KEYS, { user: manager });
  await expect.element(page.getByText("This organization has no API keys yet.")).toBeVisible();
  await newKey.click();
  await description.fill("Nightly report");
  await create.click();
  await secret.getByRole("button", { name: "Copy Key" }).click();
  await expect.element(page.getByText("Copied key to clipboard")).toBeVisible();
  expect(copied).toEqual(["key_1.secret"]);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(document.body, { position: { x: 20, y: 500 } });
  await expect.element(secret).toMatchTextContent("key_1.secret");
  await secret.getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(secret).not.toBeInTheDocument();
  await expect.element(page.getByRole("region", { name: "API Keys" })).toHaveFocus();
  await expect.element(tableRow("Nightly report")).toMatchTextContent("Never");
  await expect.element(page.getByText("key_1.secret")).not.toBeInTheDocument();
  await newKey.click();
  await expect.element(description).toHaveValue("");
  await form.getByRole("button", { name: "Go Back" }).click();

  await pressAndConfirm(tableRow("Nightly report"), "Revoke");
  await expect.element(page.getByText("Revoked the key Nightly report.")).toBeVisible();
  await expect.element(tableRow("Nightly report")).not.toBeInTheDocument();
});

test("a new key gets scopes, an end and addresses", async () => {
  openManage(KEYS, { user: manager });
  await newKey.click();
  await description.fill("Triage");
  const resolve = form.getByRole("checkbox", { name: "Resolve errors" });
  await expect.element(resolve).toBeDisabled();
  await form.getByRole("checkbox", { name: "Read stations" }).click();
  await create.click();
  await expect.element(form.getByText("Choose what the key may do.")).toBeVisible();
  await form.getByRole("checkbox", { name: "Read errors" }).click();
  await form.getByRole("checkbox", { name: "Maintenance" }).click();
  await form.getByRole("radio", { name: "Date" }).click();
  await create.click();
  await expect.element(form.getByLabelText("Day")).toHaveAccessibleDescription("Choose a day.");
  const day = dateText(Date.now() + 20 * DAY_MS);
  await form.getByLabelText("Day").fill(day);
  const addresses = form.getByLabelText("Only from These Addresses");
  await addresses.fill("192.0.2.0/33");
  await create.click();
  await expect.element(addresses).toHaveAccessibleDescription("Enter addresses or networks, such as 192.0.2.0/24.");
  await addresses.fill("192.0.2.0/24, 2001:db8::7");
  await create.click();
  await expect.element(secret).toBeVisible();
  await secret.getByRole("button", { name: "Close", exact: true }).click();
  const row = tableRow("Triage");
  await expect.element(row).toMatchTextContent("Read errorsMaintenance");
  await expect.element(row).not.toMatchTextContent("Read stations");
  await expect.element(row).toMatchTextContent("From 2 networks");
  await expect.element(row).toMatchTextContent(day);
});

test("admins give keys of their own organization the scope to resolve errors", async () => {
  openManage(KEYS);
  await newKey.click();
  await expect.element(form.getByRole("checkbox", { name: "Resolve errors" })).toBeEnabled();
});

test("a key says when it ends and from which network it was used; one that has ended is deleted", async () => {
  const soon = new Date(Date.now() + 9.5 * DAY_MS).toISOString();
  openManage(KEYS, {
    user: manager,
    keys: [
      listedKey("key_1", { description: "Night jobs", ends: soon, last_used_from: "192.0.2.0/24", last_used: soon }),
      listedKey("key_2", { description: "Old script", ends: null }),
      listedKey("key_3", { description: "Warehouse", ends: "2026-01-30T12:00:00.000Z" }),
    ],
  });
  await expect.element(tableRow("Night jobs")).toMatchTextContent(/In 9 days.*, 192\.0\.2\.x/);
  await expect.element(tableRow("Old script")).toMatchTextContent(/Never.*Never/);
  await expect.element(tableRow("Warehouse")).toMatchTextContent("Ended 2026-01-30");
  await pressAndConfirm(tableRow("Warehouse"), "Delete");
  await expect.element(page.getByText("Deleted the key Warehouse.")).toBeVisible();
});

test("a renewed key is shown once, and says how long the previous one is valid, before which it is not renewed again", async () => {
  openManage(KEYS, { user: manager, keys: [KEY] });
  await renew.click();
  await renewal.getByRole("button", { name: "Renew" }).click();
  await expect.element(secret).toMatchTextContent("key_1.renewed");
  await expect.element(secret).toMatchTextContent("The previous key stays valid for another 24 hours.");
  await secret.getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(tableRow("Nightly report")).toMatchTextContent(/2028-01-01Old key until/);
  await expect.element(renew).toBeDisabled();
  await expect
    .element(renew)
    .toHaveAccessibleDescription("Renewed already. Renew it again once its old key has ended.");
});

test("a key whose creation is not confirmed is not reported as failed, and its form keeps what was typed", async () => {
  const { server } = openManage(KEYS, { user: manager });
  serveAccount(server, manager);
  server.on(createApiKey, async () => {
    throw new Rejection(428, "Confirm that it is you before you do this.", { [CONFIRM_HEADER]: "1" });
  });
  await newKey.click();
  await description.fill("Nightly report");
  await create.click();
  const proof = page.getByRole("dialog", { name: "Confirm It Is You" });
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect.element(form.getByText("Confirm that it is you before you do this.")).toBeVisible();
  await expect.element(description).toHaveValue("Nightly report");
  await expect.element(page.getByText("Key creation failed.")).not.toBeInTheDocument();
});

// @spec 302.1
test("a failure says 'Key creation failed.' or 'Revocation failed.', and why", async () => {
  const { server } = openManage(KEYS, { user: manager, keys: [KEY] });
  const refuse = async (): Promise<never> => {
    throw new Rejection(503, "The database is away.");
  };
  server.on(createApiKey, refuse);
  server.on(renewApiKey, refuse);
  server.on(revokeApiKey, refuse);
  await newKey.click();
  await description.fill("Another key");
  await create.click();
  await expect.element(page.getByText("Key creation failed.", { exact: true })).toBeVisible();
  await expect.element(form.getByText("The database is away.")).toBeVisible();
  await form.getByRole("button", { name: "Go Back" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await renew.click();
  await renewal.getByRole("button", { name: "Renew" }).click();
  await expect.element(renewal.getByText("The database is away.")).toBeVisible();
  await renewal.getByRole("button", { name: "Go Back" }).click();
  await pressAndConfirm(tableRow("Nightly report"), "Revoke");
  await expect.element(page.getByText("Revocation failed.", { exact: true })).toBeVisible();
  await expect.element(tableRow("Nightly report")).toBeVisible();
});
