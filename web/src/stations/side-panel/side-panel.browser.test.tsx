import { getStationReadiness } from "@groundcrew/shared/readiness";
import type { Station } from "@groundcrew/shared/stations";
import { beforeEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { sampleReadiness, sampleReason } from "../../../../shared/test/sample-readiness.ts";
import { stoppedClock } from "../../../test/clock.ts";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";
import { toast } from "../../ui/index.ts";

const list = page.getByRole("list", { name: "Stations" });
const rows = list.getByRole("listitem");
const panel = page.getByRole("complementary");
const details = (nth: number) => list.getByRole("button", { name: `Details of Atlas 000${nth}` });
const statusLink = (nth: number) => rows.nth(nth - 1).getByRole("link", { name: /Open the page of/ });
const press = (keys: string) => userEvent.keyboard(keys);

const nameOf = (nth: number) => `gc-${String(nth).padStart(12, "0")}`;

/** The first is not ready, the others are. */
function fleet(count: number): Station[] {
  return Array.from({ length: count }, (_, at) =>
    onlineStation({
      name: nameOf(at + 1),
      serial_number: `Atlas ${String(at + 1).padStart(4, "0")}`,
      readiness: sampleReadiness(
        at === 0
          ? { state: "not_ready", reasons: [sampleReason("gripper", "block", { args: { parts: ["left gripper"] } })] }
          : {},
      ),
    }),
  );
}

async function openList(query = "", count = 4) {
  const server = startFakeConsole({ stations: fleet(count) });
  const { router } = openConsole(`/?stations-sort=serial_number${query}`);
  await expect.element(details(1)).toBeInTheDocument();
  // The code of the tools, which take a line above the list, and of the panel is loaded after the list.
  await expect.element(page.getByRole("button", { name: "Download CSV" })).toBeVisible();
  await expect.poll(() => list.element().parentElement?.nextElementSibling).toBeTruthy();
  return { server, router, search: () => router.state.location.search };
}

/** Presses the description of a row, where nothing else is. */
const pressRow = (nth: number) => rows.nth(nth - 1).click({ position: { x: 420, y: 28 } });

beforeEach(() => localStorage.clear());

describe("the side panel of the list", () => {
  // @spec R4.4
  test("opens by a press beside the controls of a row, moves no row, and says what an expanded row says", async () => {
    const { search } = await openList();
    const tops = () => rows.elements().map((row) => row.getBoundingClientRect().top);
    const before = tops();
    await pressRow(2);
    await expect.element(panel).toHaveAccessibleName("Atlas 0002");
    await expect.element(panel).toMatchTextContent(/Ready.*Organization.*System.*Data History/);
    expect(panel.element().getBoundingClientRect().width).toBe(434);
    expect(tops()).toEqual(before);
    await expect.element(details(2)).toHaveAttribute("aria-expanded", "false");
    await expect.element(statusLink(2)).toHaveFocus();
    await expect.poll(search).toMatchObject({ peek: nameOf(2), "stations-sort": "serial_number" });
    await pressRow(2);
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(search).toEqual({ "stations-sort": "serial_number" });
  });

  // @spec R4.5
  test("opens with the space bar, follows the focus, and closes with Escape while the focus stays in the list", async () => {
    const { search } = await openList();
    statusLink(1).element().focus();
    await press(" ");
    await expect.element(panel).toHaveAccessibleName("Atlas 0001");
    await expect.element(page.getByRole("status").filter({ hasText: "Atlas 0001" })).toBeInTheDocument();
    await press("{ArrowDown}{ArrowDown}");
    await expect.element(panel).toHaveAccessibleName("Atlas 0003");
    await press("{ArrowUp}");
    await expect.element(panel).toHaveAccessibleName("Atlas 0002");
    await expect.element(statusLink(2)).toHaveFocus();
    await expect.poll(search).toMatchObject({ peek: nameOf(2) });
    await press("{Escape}");
    await expect.element(panel).not.toBeInTheDocument();
    await expect.poll(search).not.toHaveProperty("peek");
    await expect.element(statusLink(2)).toHaveFocus();
    await press(" ");
    await panel.getByRole("button", { name: "Close (Esc)" }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(statusLink(2)).toHaveFocus();
  });

  test("goes to the next station with a button, which keeps the focus, wherever the list is scrolled to", async () => {
    await openList("", 99);
    await pressRow(2);
    await expect.element(panel).toHaveAccessibleName("Atlas 0002");
    window.scrollTo(0, 3_000);
    await expect.element(details(2)).toBeInTheDocument();
    statusLink(2).element().blur();
    await expect.element(details(2)).not.toBeInTheDocument();
    const next = panel.getByRole("button", { name: "Next station" });
    await next.click();
    await expect.element(panel).toHaveAccessibleName("Atlas 0003");
    await expect.element(next).toHaveFocus();
    await expect.element(details(3)).toBeInViewport();
    await next.click();
    await expect.element(panel).toHaveAccessibleName("Atlas 0004");
    await expect.element(next).toHaveFocus();
  });

  test("follows the address: it closes when a view is opened, and shows the station that a link to the list names", async () => {
    const { router } = await openList(`&peek=${nameOf(3)}`);
    await expect.element(panel).toHaveAccessibleName("Atlas 0003");
    const go = (more: { peek?: string }) =>
      router.navigate({ to: "/", search: { view: "needs-person", ...more }, replace: true });
    await go({});
    await expect.element(panel).not.toBeInTheDocument();
    await go({ peek: nameOf(2) });
    await expect.element(panel).toHaveAccessibleName("Atlas 0002");
  });

  test("ends above the bar of what is selected, as toasts do", async () => {
    await openList(`&peek=${nameOf(1)}`, 99);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select Atlas 0002" }).click();
    window.scrollTo(0, 1_000);
    const top = () => page.getByRole("region", { name: "Selected stations" }).element().getBoundingClientRect().top;
    const bottom = (element: Element) => element.getBoundingClientRect().bottom;
    await expect.poll(() => bottom(panel.element()) <= top()).toBe(true);
    toast("info", "Something is done.");
    const text = page.getByText("Something is done.");
    await expect.element(text).toBeVisible();
    for (const width of [1_280, 600]) {
      await resizeWindow(width);
      await expect.poll(() => bottom(text.element()) < top()).toBe(true);
    }
  });

  // @spec R4.5
  test("requests more about a station only once nobody walks on", async () => {
    const { server } = await openList();
    const requested = () => server.requestsTo(getStationReadiness).map(({ path }) => path.split("/")[3]);
    const clock = stoppedClock();
    statusLink(1).element().focus();
    await press(" ");
    await expect.element(panel).toHaveAccessibleName("Atlas 0001");
    await clock.pass(150);
    await expect.poll(requested).toEqual([nameOf(1)]);
    for (const nth of [2, 3, 4]) {
      await press("{ArrowDown}");
      await expect.element(panel).toHaveAccessibleName(`Atlas 000${nth}`);
      await clock.pass(nth === 4 ? 150 : 149);
    }
    await expect.poll(requested).toEqual([nameOf(1), nameOf(4)]);
  });

  // @spec R4.6
  test("is in a link, and stays when its station is no longer listed", async () => {
    const { search } = await openList(`&peek=${nameOf(3)}`);
    await expect.element(panel).toHaveAccessibleName("Atlas 0003");
    await expect.element(panel).not.toMatchTextContent(/No longer in this list/);
    await page.getByRole("searchbox").fill("Atlas 0001");
    await expect.element(panel).toMatchTextContent(/Atlas 0003.*No longer in this list.*Organization/);
    expect(search()).toMatchObject({ peek: nameOf(3) });
    await press("{Tab}");
    await panel.getByRole("button", { name: "Next station" }).click();
    await expect.element(panel).toHaveAccessibleName("Atlas 0001");
  });

  test("closes with Escape before a selection ends, also while the focus is not in the list", async () => {
    await openList();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await expect.element(page.getByRole("checkbox", { name: "Select Atlas 0002" })).toBeVisible();
    statusLink(2).element().focus();
    await press(" ");
    await expect.element(panel).toHaveAccessibleName("Atlas 0002");
    statusLink(2).element().blur();
    await press("{Escape}");
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(page.getByRole("checkbox", { name: "Select Atlas 0002" })).toBeVisible();
    await press("{Escape}");
    await expect.element(page.getByRole("checkbox", { name: "Select Atlas 0002" })).not.toBeInTheDocument();
  });

  test("leaves a held arrow key to the browser, which scrolls, while the focus is beside the list", async () => {
    await openList(`&peek=${nameOf(2)}`);
    await expect.element(panel).toBeVisible();
    const select = page.getByRole("button", { name: "Select", exact: true }).element();
    const hold = (repeat: boolean) =>
      select.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", repeat, bubbles: true, cancelable: true }));
    select.focus();
    expect([hold(false), hold(true)]).toEqual([true, true]);
  });

  test("leaves presses on controls and on what is selected alone", async () => {
    await openList();
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await pressRow(2);
    await expect.element(panel).not.toBeInTheDocument();
    await page.getByRole("checkbox", { name: "Select Atlas 0002" }).click();
    await press(" ");
    await expect.element(page.getByRole("checkbox", { name: "Select Atlas 0002" })).not.toBeChecked();
    await expect.element(panel).not.toBeInTheDocument();
  });

  // @spec R4.1
  test("with O, or by choice, rows open in their place", async () => {
    const { search } = await openList();
    statusLink(2).element().focus();
    await press("o");
    await expect.element(details(2)).toHaveAttribute("aria-expanded", "true");
    await press("o");
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("group", { name: "Open rows" }).getByRole("button", { name: "In place" }).click();
    await press("{Escape}");
    await pressRow(3);
    await expect.element(details(3)).toHaveAttribute("aria-expanded", "true");
    await expect.element(panel).not.toBeInTheDocument();
    expect(search()).not.toHaveProperty("peek");
  });

  // @spec R4.4
  test("is not in a narrow window, where the row opens in its place, also in the narrowest", async () => {
    await openList();
    for (const width of [980, 310]) {
      await resizeWindow(width);
      statusLink(2).element().focus();
      await press(" ");
      await expect.element(details(2)).toHaveAttribute("aria-expanded", "true");
      await expect.element(panel).not.toBeInTheDocument();
      expect(document.documentElement.scrollWidth).toBe(width);
      await press(" ");
      await expect.element(details(2)).toHaveAttribute("aria-expanded", "false");
    }
  });

  test("changes nothing for the button of a row, which opens it in its place", async () => {
    await openList();
    await details(2).click();
    await expect.element(details(2)).toHaveAttribute("aria-expanded", "true");
    await press(" ");
    await expect.element(details(2)).toHaveAttribute("aria-expanded", "false");
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe("the look of the list", () => {
  const choose = async (group: string, name: string) => {
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("group", { name: group }).getByRole("button", { name }).click();
    await press("{Escape}");
  };
  const background = (element: Element) => getComputedStyle(element).backgroundColor;

  // @spec R4.2
  test("is calm: what is normal has no fill, and in full colors it has", async () => {
    await openList();
    const status = () => background(statusLink(2).element());
    expect(status()).toBe("rgba(0, 0, 0, 0)");
    await choose("Colors", "Full");
    expect(status()).not.toBe("rgba(0, 0, 0, 0)");
    expect(localStorage.getItem("list-full-colors")).toBe("1");
  });

  // @spec R4.3
  test("has rows of 40 pixels where they are compact, in windows that have room for them", async () => {
    await openList();
    const height = () => rows.nth(1).element().getBoundingClientRect().height;
    const gap = () =>
      rows.nth(2).element().getBoundingClientRect().top - rows.nth(1).element().getBoundingClientRect().top;
    expect(height()).toBe(56);
    await choose("Rows", "Compact");
    await expect.poll(height).toBe(40);
    await expect.poll(gap).toBe(40);
    await resizeWindow(980);
    await expect.poll(gap).toBe(120);
  });
});
