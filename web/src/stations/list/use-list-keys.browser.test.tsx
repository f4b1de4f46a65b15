import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { numberedStations, stationName } from "../../../test/fake-stations.ts";
import { openConsole } from "../../../test/open-console.tsx";

const list = page.getByRole("list", { name: "Stations" });
const statusLink = (title: string) => list.getByRole("link", { name: `Open the page of ${title}` });

async function openList(user?: typeof customer, count = 3) {
  startFakeConsole({ stations: numberedStations(count), ...(user && { user }) });
  openConsole("/");
  await expect.element(page.getByRole("button", { name: "Download CSV" })).toBeVisible();
}

// @spec R5.8
test("J and K lead into the list and along it, O opens the row in place, and L copies the link of its station", async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => void copied.push(text));
  onTestFinished(() => write.mockRestore());
  await openList();
  await userEvent.keyboard("j");
  await expect.element(statusLink("Atlas 0001")).toHaveFocus();
  await userEvent.keyboard("jj");
  await expect.element(statusLink("Atlas 0003")).toHaveFocus();
  await userEvent.keyboard("k");
  await expect.element(statusLink("Atlas 0002")).toHaveFocus();
  await userEvent.keyboard("o");
  await expect
    .element(page.getByRole("button", { name: "Details of Atlas 0002" }))
    .toHaveAttribute("aria-expanded", "true");
  await expect.element(statusLink("Atlas 0002")).toHaveFocus();
  await userEvent.keyboard("l");
  await expect.poll(() => copied).toEqual([expect.stringMatching(new RegExp(`/stations/${stationName(2)}$`))]);
});

// @spec R5.8
test("F opens the filters, S the order, and M the maintenance of the focused station or of the selected ones", async () => {
  await openList();
  for (const [key, menu] of [
    ["f", "Filter"],
    ["s", "Sort"],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.element(page.getByRole("menu", { name: menu })).toBeVisible();
    await userEvent.keyboard("{Escape}");
  }
  await userEvent.keyboard("m");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("jm");
  await expect.element(page.getByRole("dialog", { name: /Maintenance/ })).toMatchTextContent("Atlas 0001");
  await userEvent.keyboard("{Escape}");
  await expect.element(statusLink("Atlas 0001")).toHaveFocus();
  await userEvent.keyboard("jxjx");
  await expect.element(page.getByText("2 selected")).toBeVisible();
  await userEvent.keyboard("m");
  await expect.element(page.getByRole("dialog", { name: /Maintenance/ })).toMatchTextContent("2 stations");
});

test("M does nothing for people who cannot put stations into maintenance", async () => {
  await openList(customer);
  await userEvent.keyboard("jm");
  await expect.element(statusLink("Atlas 0001")).toHaveFocus();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("J leads to the first row in the window, not to one above it", async () => {
  await openList(undefined, 99);
  window.scrollTo(0, 3_000);
  await expect.poll(() => statusLink("Atlas 0001").elements()).toHaveLength(0);
  await userEvent.keyboard("j");
  await expect.poll(() => document.activeElement?.closest("li")).toBeTruthy();
  const top = () => document.activeElement?.closest("li")?.getBoundingClientRect().top ?? -1;
  expect(top()).toBeGreaterThanOrEqual(48);
  expect(top()).toBeLessThan(48 + 56);
});
