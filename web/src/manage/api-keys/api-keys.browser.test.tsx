import { createApiKey, revokeApiKey } from "@groundcrew/shared/api-keys";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer } from "../../../test/fake-console.ts";
import { listedKey, manager, openManage, pressAndConfirm, tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";

const KEYS = "/manage/apikeys";
const KEY = listedKey("key_1", { last_used: "2026-02-01T12:00:00.000Z" });

const description = page.getByLabelText("Description");
const create = page.getByRole("button", { name: "Create Key" });

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
  await expect.element(description).toBeDisabled();
  await expect.element(description).toHaveAccessibleDescription("Only managers can create API keys.");
  await expect.element(create).toBeDisabled();
  await expect.element(page.getByRole("button", { name: "Revoke" })).not.toBeInTheDocument();
});

// @spec 9.4, 130.1, 130.2
test("a new key is shown once, in a dialog 'Your New Key' that only Close closes, and is revoked with a second press", async () => {
  const copied = watchCopies();
  openManage(KEYS, { user: manager });
  await expect.element(page.getByText("This organization has no API keys yet.")).toBeVisible();
  await description.fill("Nightly report");
  await create.click();
  const dialog = page.getByRole("dialog", { name: "Your New Key" });
  await dialog.getByRole("button", { name: "Copy Key" }).click();
  await expect.element(page.getByText("Copied key to clipboard")).toBeVisible();
  expect(copied).toEqual(["key_1.secret"]);
  await userEvent.keyboard("{Escape}");
  await userEvent.click(document.body, { position: { x: 20, y: 500 } });
  await expect.element(dialog).toMatchTextContent("key_1.secret");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(description).toHaveValue("");
  await expect.element(tableRow("Nightly report")).toMatchTextContent("Never");
  await expect.element(page.getByText("key_1.secret")).not.toBeInTheDocument();

  await pressAndConfirm(tableRow("Nightly report"), "Revoke");
  await expect.element(page.getByText("Revoked the key Nightly report.")).toBeVisible();
  await expect.element(tableRow("Nightly report")).not.toBeInTheDocument();
});

// @spec 302.1
test("a failure says 'Key creation failed.' or 'Revocation failed.', and why", async () => {
  const { server } = openManage(KEYS, { user: manager, keys: [KEY] });
  const refuse = async (): Promise<never> => {
    throw new Rejection(503, "The database is away.");
  };
  server.on(createApiKey, refuse);
  server.on(revokeApiKey, refuse);
  await description.fill("Another key");
  await create.click();
  await expect.element(page.getByText("Key creation failed.", { exact: true })).toBeVisible();
  await expect.element(description).toHaveAccessibleDescription("The database is away.");
  await pressAndConfirm(tableRow("Nightly report"), "Revoke");
  await expect.element(page.getByText("Revocation failed.", { exact: true })).toBeVisible();
  await expect.element(tableRow("Nightly report")).toBeVisible();
});
