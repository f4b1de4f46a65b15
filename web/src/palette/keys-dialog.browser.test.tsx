import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { startFakeConsole } from "../../test/fake-console.ts";
import { serveGroups } from "../../test/fake-groups.ts";
import { openConsole } from "../../test/open-console.tsx";
import { pageKeys } from "../ui/index.ts";

const dialog = page.getByRole("dialog", { name: "Keyboard Shortcuts" });

/** The keys below a heading with what they do. */
function listed(heading: string): string[] {
  const list = dialog.getByRole("heading", { name: heading }).element().nextElementSibling;
  return [...(list?.querySelectorAll("dt") ?? [])].map((term) => {
    const keys = [...term.querySelectorAll("kbd")].map(({ textContent }) => textContent).join("+");
    return `${keys} ${term.nextElementSibling?.textContent}`;
  });
}

// @spec R5.8
test("? lists the keys of the page and those of others, and without shortcuts only those that are no letters", async () => {
  const server = startFakeConsole();
  serveGroups(server, [sampleGroup({ id: 1, title: "Fault 1." })]);
  openConsole("/supportlog/triage/groups");
  await expect.element(page.getByRole("link", { name: /^Fault/ })).toBeVisible();
  await userEvent.keyboard("?");
  await expect.element(dialog).toBeVisible();
  const here = listed("On this page");
  expect(here).toEqual(
    expect.arrayContaining([
      "Ctrl+K go to a station or page, or do something",
      "X select",
      "G merge",
      "L copy a link",
      "S sort",
    ]),
  );
  expect(listed("On other pages")).toEqual(expect.arrayContaining(["P pause", "M mute"]));
  expect(here).toEqual(expect.arrayContaining(["Enter open", "Space select"]));
  expect(here.length + listed("On other pages").length).toBe(Object.keys(pageKeys).length - 2 + 5);
  await dialog.getByRole("checkbox", { name: "Keyboard shortcuts in this browser" }).click();
  await expect.poll(() => listed("On this page").filter((text) => /^\S /.test(text))).toEqual([]);
  await userEvent.keyboard("{Escape}?");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("? says what keys do in the list of stations", async () => {
  startFakeConsole();
  openConsole("/");
  await expect.element(page.getByRole("button", { name: "Download CSV" })).toBeVisible();
  await userEvent.keyboard("?");
  await expect.element(dialog).toBeVisible();
  expect(listed("On this page")).toEqual(
    expect.arrayContaining([
      "M maintenance",
      "O open or close the row",
      "Space show a station beside the list, or below its row",
    ]),
  );
  expect(listed("On other pages")).not.toContain("M mute");
});

test("? names no keys of lists on a page without any", async () => {
  startFakeConsole();
  openConsole("/manage/console");
  await expect.element(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await userEvent.keyboard("?");
  await expect.element(dialog).toBeVisible();
  const here = listed("On this page");
  expect(here).toEqual(expect.arrayContaining(["Ctrl+K go to a station or page, or do something"]));
  expect(here.filter((text) => /row|Enter|Space/.test(text))).toEqual([]);
});
