import { listApiKeys, revokeApiKey } from "@groundcrew/shared/api-keys";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { startFakeConsole } from "../../test/fake-console.ts";
import { listedKey } from "../../test/fake-manage.ts";
import { numberedStations } from "../../test/fake-stations.ts";
import { focusOn } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const LIST = "/?stations-type=";

describe("the focus is never on the page as a whole", () => {
  test("after the last API key was revoked, it is on the card of the keys", async () => {
    const server = startFakeConsole();
    const body = [listedKey("key-1", { description: "Reports" })];
    server.on(listApiKeys, async () => ({ status: 200 as const, body }));
    server.on(revokeApiKey, async () => {
      server.on(listApiKeys, async () => ({ status: 200 as const, body: [] }));
      return { status: 204 as const, body: null };
    });
    openConsole("/manage/apikeys");
    const row = page.getByRole("row").filter({ hasText: "Reports" });
    await row.getByRole("button", { name: /Revoke/ }).click();
    await row.getByRole("button", { name: /Revoke/ }).click();
    await expect.element(row).not.toBeInTheDocument();
    await expect.element(page.getByRole("region", { name: "API Keys" })).toHaveFocus();
  });

  test("when the row of the stations list with the focus is scrolled out of view", async () => {
    startFakeConsole({ stations: numberedStations(80) });
    openConsole(LIST);
    const list = page.getByRole("list", { name: "Stations" });
    const details = list.getByRole("button", { name: /^Details of/ });
    await expect.element(details.first()).toBeVisible();
    focusOn(details.first());
    const label = document.activeElement?.getAttribute("aria-label");
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(list.getByRole("listitem").last()).toHaveAttribute("aria-posinset", "80");
    await expect.element(list.getByRole("listitem").last()).toBeInViewport();
    expect(document.activeElement?.getAttribute("aria-label")).toBe(label);
  });
});

test("a second Escape closes the dialog below too, and the focus returns to the button that opened it", async () => {
  startFakeConsole();
  openConsole(LIST);
  await page.getByRole("button", { name: "Details of Atlas 0001" }).click();
  const opener = page.getByRole("button", { name: "Data History" });
  await opener.click();
  await page.getByRole("button", { name: "View Error Log" }).click();
  await expect.element(page.getByRole("dialog", { name: "Error Log" })).toBeVisible();
  pressEscapeTwice();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

/** Presses Escape, and again as soon as that has closed a dialog, before the page does anything else. */
function pressEscapeTwice(): void {
  const dialogs = () => document.querySelectorAll("dialog").length;
  const press = () =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
    );
  const before = dialogs();
  const observer = new MutationObserver(() => {
    if (dialogs() === before) return;
    observer.disconnect();
    press();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  press();
}

test("Escape on a dialog with input asks once, and Discard clears what was entered", async () => {
  startFakeConsole();
  openConsole(LIST);
  const opener = page.getByRole("button", { name: "Add Station" });
  await opener.click();
  const form = page.getByRole("dialog", { name: "Add Device" });
  const serial = form.getByLabelText("Serial Number");
  const question = page.getByRole("dialog", { name: "Discard Changes?" });
  await serial.fill("Atlas 9999");
  await userEvent.keyboard("{Escape}");
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(serial).toHaveValue("Atlas 9999");
  focusOn(serial);
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(serial).toHaveValue("");
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
});
