import type { Station } from "@groundcrew/shared/stations";
import { describe, expect, test } from "vitest";
import { page, userEvent, type Locator } from "vitest/browser";
import { onlineStation, startFakeConsole } from "../../../test/fake-console.ts";
import { elementsIn } from "../../../test/find.ts";
import { openConsole, resizeWindow } from "../../../test/open-console.tsx";

const list = () => page.getByRole("list", { name: "Stations" });
const details = () => list().getByRole("button", { name: /^Details of/ });

/** Stations with consecutive names. */
function fleet(count: number): Station[] {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(4, "0");
    return onlineStation({ name: `gc-00000000${number}`, serial_number: `Atlas ${number}` });
  });
}

function openList(path: string, count: number) {
  startFakeConsole({ stations: fleet(count) });
  return openConsole(path);
}

function focus(locator: Locator): void {
  const element = locator.element();
  if (!(element instanceof HTMLElement)) throw new Error("Only an HTML element can be focused.");
  element.focus();
}

const press = (keys: string) => userEvent.keyboard(keys);

/** How many rows the Tab key stops at. */
function tabStops(): number {
  const items = elementsIn(list(), "li[data-index]");
  return items.filter((item) => item.querySelector('a:not([tabindex="-1"]), button:not([tabindex="-1"])')).length;
}

describe("the station list by keyboard", () => {
  test("a row of the list is one stop of the Tab key; arrow keys move between rows and their controls", async () => {
    openList("/", 5);
    await expect.element(details().nth(3)).toBeVisible();
    expect(tabStops()).toBe(1);
    focus(details().nth(0));
    await press("{ArrowDown}{ArrowDown}");
    await expect.element(details().nth(2)).toHaveFocus();
    await press("{Home}");
    await expect.element(list().getByRole("listitem").nth(2).getByRole("button").first()).toHaveFocus();
    await press("{End}{ArrowUp}");
    await expect.element(details().nth(1)).toHaveFocus();
    expect(tabStops()).toBe(1);

    // Tab moves through the row's controls; from the last one it leaves the list.
    await press("{Tab}");
    expect(list().element().contains(document.activeElement)).toBe(false);
  });

  test("the arrow keys pass over what a narrow window does not show", async () => {
    await resizeWindow(1000, 800);
    openList("/", 2);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    const box = list().getByRole("checkbox").first();
    await expect.element(box).toBeVisible();
    focus(box);
    await press("{ArrowRight}");
    await expect.element(box).not.toHaveFocus();
    await press("{ArrowLeft}");
    await expect.element(box).toHaveFocus();
  });

  test("P held down pauses the list once, and pressed again resumes it", async () => {
    openList("/", 2);
    await expect.element(details().nth(1)).toBeVisible();
    const press = (repeat: boolean) =>
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "p", repeat, bubbles: true, cancelable: true }));
    const paused = page.getByText(/^Paused at /);
    press(false);
    await expect.element(paused).toBeVisible();
    for (let times = 0; times < 3; times += 1) press(true);
    await expect.element(paused).toBeVisible();
    press(false);
    await expect.element(paused).not.toBeInTheDocument();
  });

  test("P is a key of the menu while one is open", async () => {
    openList("/", 2);
    await page.getByRole("button", { name: /^Sort: / }).click();
    await expect.element(page.getByRole("menuitemradio").first()).toBeVisible();
    await press("p");
    await press("{Escape}");
    await expect.element(page.getByRole("menuitemradio").first()).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Paused at /)).not.toBeInTheDocument();
    await press("p");
    await expect.element(page.getByText(/^Paused at /)).toBeVisible();
  });

  test("a search reuses the elements of rows that have gone, except of the row that has the focus", async () => {
    const { router } = openList("/?stations-q=Atlas%200001|Atlas%200002", 4);
    await expect.element(details().nth(1)).toBeVisible();
    focus(details().nth(0));
    const [focused, other] = elementsIn(list(), "li[data-index]");
    router.history.replace("/?stations-q=Atlas%200003|Atlas%200004");
    await expect.element(list().getByRole("listitem").nth(1)).toMatchTextContent("Atlas 0004");
    expect(other?.isConnected).toBe(true);
    expect(focused?.isConnected).toBe(false);
    await expect.poll(tabStops).toBe(1);
  });

  test("a row in the element of another one makes room for its details when it is opened", async () => {
    const { router } = openList("/?stations-q=Atlas%200001", 4);
    const titles = () => elementsIn(list(), "li[data-index]").map((row) => row.getAttribute("aria-label"));
    for (const expected of [["Atlas 0001"], ["Atlas 0002"], ["Atlas 0001", "Atlas 0002", "Atlas 0003"]]) {
      router.history.replace(`/?stations-sort=serial_number&stations-q=${encodeURIComponent(expected.join("|"))}`);
      await expect.poll(titles).toEqual(expected);
    }
    await details().nth(1).click();
    const rows = () => elementsIn(list(), "li[data-index]").map((row) => row.getBoundingClientRect());
    await expect.poll(() => rows()[1]?.height).toBeGreaterThan(100);
    await expect.poll(() => (rows()[2]?.top ?? 0) - (rows()[1]?.bottom ?? 0)).toBeGreaterThanOrEqual(0);
  });

  test("arrow keys reach rows that were not rendered before", async () => {
    openList("/?stations-type=", 80);
    await expect.element(details().nth(0)).toBeVisible();
    expect(list().getByRole("listitem").length).toBeLessThan(31);
    focus(details().nth(0));
    const place = () => document.activeElement?.closest("li[aria-posinset]")?.getAttribute("aria-posinset");
    // One after the other: a key that is pressed before the next row is rendered does nothing.
    for (let next = 2; next <= 31; next++) {
      await press("{ArrowDown}");
      await expect.poll(place).toBe(String(next));
    }
  });

  // @spec 308.2
  test("the list is used with the keyboard alone", async () => {
    openList("/", 3);
    await expect.element(details().nth(1)).toBeVisible();
    await press("/");
    await expect.element(page.getByRole("searchbox")).toHaveFocus();
    await press("Atlas 0002");
    await expect.poll(() => details().length).toBe(1);
    await expect.element(details()).toHaveAccessibleName("Details of Atlas 0002");
    for (let presses = 0; presses < 40; presses++) {
      await press("{Tab}");
      if (document.activeElement === details().element()) break;
    }
    await expect.element(details()).toHaveFocus();
    await press("{Enter}");
    await expect.element(details()).toHaveAttribute("aria-expanded", "true");
  });

  test("the search help closes with Escape, and the focus stays on its button", async () => {
    openList("/", 1);
    const help = page.getByRole("button", { name: "Search help" });
    await expect.element(help).toBeVisible();
    focus(help);
    await press("{Enter}");
    const dialog = page.getByRole("dialog", { name: "Search help" });
    await expect.element(dialog).toBeVisible();
    await press("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(help).toHaveFocus();
  });

  test("Escape closes a dialog pressed in the moment it opens", async () => {
    openList("/", 1);
    const logs = page.getByRole("link", { name: /^Logs of/ });
    await expect.element(logs).toBeVisible();
    // The first time also loads the dialog's code, so React runs its effects later than the second time.
    for (const _ of ["first", "second"]) {
      const pressed = escapeOnOpening();
      await logs.click();
      await pressed;
      await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
      await expect.element(logs).toHaveFocus();
    }
  });
});

describe("the number of stations that match", () => {
  const status = (text: RegExp) => page.getByRole("status").filter({ hasText: text }).first();

  test("after a search, a sort or a group is announced", async () => {
    const { router } = openList("/", 3);
    await expect.element(status(/stations?\b/)).toHaveTextContent("3 stations");
    await page.getByRole("searchbox").fill("no station is called this");
    await expect.element(status(/stations?\b/)).toHaveTextContent("0 stations");
    router.history.push("/?stations-sort=serial_number&stations-group=organization");
    await expect
      .element(status(/stations?\b/))
      .toHaveTextContent("3 stations, sorted by Serial Number, ascending, grouped by Organization");
  });

  test.each(["/ssot", "/ssot/hw-variation", "/ssot/replaceables"])(
    "after a search is announced on %s too",
    async (path) => {
      openList(`${path}?stations-f-actual=0`, 3);
      await expect.element(status(/\d stations?\b/)).toMatchTextContent(/^3 stations/);
      await page.getByRole("searchbox", { name: "Search", exact: true }).fill("no station is called this");
      await expect.element(status(/\d stations?\b/)).toMatchTextContent(/^0 stations/);
    },
  );
});

describe("the page of a station", () => {
  test.each([641, 720, 800, 900])("has each statistic on one line at %i pixels", async (width) => {
    await resizeWindow(width);
    openList("/stations/gc-000000000001", 1);
    const swaps = page.getByRole("button", { name: /, swaps by period$/ });
    await expect.element(swaps).toBeVisible();
    expect(swaps.element().getBoundingClientRect().height).toBeLessThan(30);
    const card = page.getByRole("region", { name: "Statistics" }).element();
    expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
  });
});

/** Presses Escape as soon as a dialog is in the DOM, before the first paint. */
function escapeOnOpening(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(() => {
    if (!document.querySelector("dialog")) return;
    observer.disconnect();
    const focused = document.activeElement ?? document.body;
    focused.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    resolve();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return promise;
}
