import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { serveMine } from "../../test/fake-notifications.ts";
import { focusOn } from "../../test/find.ts";
import { openConsole } from "../../test/open-console.tsx";

const rows = page.getByRole("link", { name: /^Fault/ });

test("shortcuts of one key are switched off in a browser: none acts or is named, and the arrow keys and Enter stay", async () => {
  const server = startFakeConsole();
  serveMine(server, []);
  serveGroups(server, [sampleGroup({ id: 1, title: "Fault 1." }), sampleGroup({ id: 2, title: "Fault 2." })]);
  const { router } = openConsole("/attention/me");
  const choice = page.getByRole("checkbox", { name: "Keyboard shortcuts in this browser" });
  await choice.click();
  await expect.element(choice).not.toBeChecked();

  await router.navigate({ href: "/supportlog/triage/groups" });
  await expect.element(rows.first()).toBeVisible();
  expect([...document.querySelectorAll("kbd")].map(({ textContent }) => textContent)).toEqual(["Ctrl K", "Enter"]);
  await userEvent.keyboard("jxeg/");
  expect(document.activeElement).toBe(document.body);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByText("1 group selected")).not.toBeInTheDocument();
  focusOn(rows.first());
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(rows.nth(1)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => router.history.location.pathname).toBe("/groups/2");
});

test("the list of stations names its shortcuts only while they are on", async () => {
  startFakeConsole();
  localStorage.setItem("shortcuts-off", "1");
  openConsole("/");
  await expect.element(page.getByRole("button", { name: "Select" })).toHaveAttribute("title", "Select stations");
  // As Chromium does when a suggestion for a field is chosen: it has no key.
  document.body.dispatchEvent(new Event("keydown", { bubbles: true }));
  await userEvent.keyboard("x");
  await expect.element(page.getByRole("button", { name: "Select" })).toHaveAttribute("aria-pressed", "false");
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage"));
  await expect.element(page.getByRole("button", { name: "Select" })).toHaveAttribute("title", "Select stations (X)");
  await userEvent.keyboard("x");
  await expect.element(page.getByRole("region", { name: "Selected stations" })).toBeVisible();
});
