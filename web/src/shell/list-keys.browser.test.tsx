import { describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { everyPage } from "../../test/every-page.ts";
import { openLists, openManaged, openReported } from "../../test/full-lists.ts";
import { handledKeys } from "../ui/index.ts";

/** Keys that move the focus to the next row and back. */
type Keys = readonly (readonly [next: string, previous: string])[];

const LETTERS = ["j", "k"] as const;
const ARROWS = ["{ArrowDown}", "{ArrowUp}"] as const;
const TAB = ["{Tab}", "{Shift>}{Tab}{/Shift}"] as const;

/** A list is one stop of the Tab key. */
const LIST: Keys = [LETTERS, ARROWS];
/** Arrows move along a wide table, where letters are typed into cells. */
const WIDE: Keys = [ARROWS];
/** A table of a few rows. */
const SHORT: Keys = [TAB];
/** Nothing in the rows has the focus: Tab leads to the table, which arrows scroll. */
const READ: Keys = [];

type Listed = { keys: Keys; role?: "list" | "group" | "main" | "region"; open?: (path: string) => void };

const FORM = "It is a form.";
const FIGURES = "It has figures, charts or images.";
const ONE = "It is about one thing: Tab leads through its parts.";

/** The lists of each route by their names, with the keys that move along their rows, or why a route has none. */
const LISTS: Record<string, Record<string, Listed> | string> = {
  "/": { Stations: { keys: LIST, role: "list" } },
  "/attention/{-$alert}": { "Needs a person": { keys: LIST } },
  "/attention/rules": { Rules: { keys: LIST } },
  "/attention/rules/new": FORM,
  "/attention/rules/$rule": FORM,
  "/attention/channels": { Channels: { keys: LIST, role: "list" } },
  "/attention/deliveries": { Deliveries: { keys: LIST } },
  "/attention/me": FORM,
  "/ssot": { "Station Config": { keys: WIDE } },
  "/ssot/hw-variation": { "Hardware Variation": { keys: WIDE } },
  "/ssot/replaceables": { Replaceables: { keys: WIDE } },
  "/ssot/swaps": { "Swap Counts": { keys: WIDE } },
  "/stats": FIGURES,
  "/stats/actions": FIGURES,
  "/stats/swap-success": { Stations: { keys: SHORT, role: "group" } },
  "/stats/availability": { Stations: { keys: SHORT, role: "group" } },
  "/manage/users": { Users: { keys: SHORT, role: "group", open: openManaged } },
  "/manage/apikeys": { "API Keys": { keys: SHORT, role: "group", open: openManaged } },
  "/manage/wallboards": { Wallboards: { keys: SHORT, role: "group" } },
  "/manage/organizations": { Organizations: { keys: SHORT, role: "group", open: openManaged } },
  "/manage/sites": { Sites: { keys: SHORT, role: "group" } },
  "/manage/import": { Latest: { keys: SHORT, role: "group" } },
  "/manage/readiness": { Rules: { keys: SHORT, role: "group" } },
  "/manage/audit": { "Audit log": { keys: LIST } },
  "/manage/link": { "Sending Too Many Events": { keys: SHORT, role: "group" } },
  "/manage/security": { "Blocked Content": { keys: READ, role: "group" } },
  "/manage/backups": { Backups: { keys: READ, role: "group" } },
  "/manage/system": { System: { keys: READ, role: "group" } },
  "/supportlog/entries": { "Support Log": { keys: LIST, role: "main" } },
  "/supportlog/triage": { "Error Triage": { keys: LIST, role: "main" } },
  "/supportlog/triage/groups": { "Error groups": { keys: LIST } },
  "/supportlog/tags": { Tags: { keys: READ, role: "group" } },
  "/supportlog/print": "It is printed.",
  "/groups/$group": ONE,
  "/stations/$name": ONE,
  "/stations/$name/edit": FORM,
  "/stations/$name/supportlog": { "Support log of gc-000000000001": { keys: SHORT, role: "region" } },
  "/stations/$name/telemetry/latest/status": FIGURES,
  "/stations/$name/telemetry/latest/motors": { "DC Motors": { keys: READ, role: "group", open: openReported } },
  "/stations/$name/telemetry/latest/chargers": FIGURES,
  "/stations/$name/telemetry/latest/usb": { "Serial Devices": { keys: READ, role: "group", open: openReported } },
  "/stations/$name/telemetry/latest/raw": ONE,
  "/stations/$name/config": ONE,
  "/stations/$name/config/history": { "Config history": { keys: SHORT, role: "list" } },
  "/stations/$name/ssot": { "Station Config History": { keys: WIDE } },
  "/stations/$name/cameras": FIGURES,
  "/stations/$name/streams": FIGURES,
  "/account": ONE,
  "/login": FORM,
  "/forgot": FORM,
  "/set-password/$": FORM,
};

const paths = everyPage({ station: "gc-000000000001", alerts: [1] });
const routes = Object.keys(paths).filter((route) => paths[route]?.length !== 0);

test("each page says how its lists are used without a mouse", () => {
  expect(Object.keys(LISTS).toSorted()).toEqual(routes.toSorted());
});

const ROW = "[data-key], [data-row], li[data-index], tbody tr, article";

/** The rows of a list, without those of lists in its rows. */
function rowsOf(list: Element): Element[] {
  return [...list.querySelectorAll(ROW)].filter((row) => row.parentElement?.closest(ROW) === null);
}

/** The number of the row with the focus among those of its list; -1 if the focus is in none. */
function focusedRow(list: Element): number {
  return rowsOf(list).findIndex((row) => row.contains(document.activeElement));
}

/** Presses a key until another row has the focus: Tab passes each control of a row. */
async function press(key: string, list: Element): Promise<number> {
  const before = focusedRow(list);
  for (let presses = 0; presses < 20 && focusedRow(list) === before; presses += 1) {
    await userEvent.keyboard(key);
    if (key !== TAB[0] && key !== TAB[1]) break;
  }
  return focusedRow(list);
}

const cases = Object.entries(LISTS).flatMap(([route, lists]) =>
  typeof lists === "string"
    ? []
    : Object.entries(lists).map(([name, { keys, role = "table", open = openLists }]) => ({
        name,
        path: paths[route]?.[0] ?? "",
        keys,
        role,
        open,
      })),
);

/** Opens a page, and returns its list once it has rows. */
async function openList({ name, path, role, open }: (typeof cases)[number]): Promise<Element> {
  open(path);
  const locator = role === "main" ? page.getByRole(role) : page.getByRole(role, { name, exact: true });
  await expect.element(locator.first()).toBeVisible();
  await expect.poll(() => rowsOf(locator.first().element()).length).toBeGreaterThan(1);
  return locator.first().element();
}

describe("the keys of a list move to its next row and back", () => {
  test.each(cases.filter(({ keys }) => keys !== READ))("$name of $path", async (listed) => {
    const list = await openList(listed);
    for (const [next, previous] of listed.keys) {
      // Where they are loaded after the list.
      if (next === "j") await vi.waitUntil(() => handledKeys.get().some((keys) => "j" in keys), { timeout: 5_000 });
      const control = rowsOf(list)[0]?.querySelector<HTMLElement>(
        ":is(a[href], button, input):not([tabindex='-1'], :disabled)",
      );
      await vi.waitUntil(() => control !== null && control !== undefined);
      control?.focus();
      const rows = [focusedRow(list), await press(next, list), await press(previous, list)];
      expect({ next, previous, rows }).toEqual({ next, previous, rows: [0, 1, 0] });
    }
  });
});

/** The elements of a row that can have the focus, in order. */
function controlsOf(row: Element | undefined): Element[] {
  const found = [...(row?.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea") ?? [])];
  return found.filter((one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility());
}

describe("End and Home move to the last part of a row and to the first", () => {
  test.each(cases.filter(({ keys }) => keys === LIST))("$name of $path", async (listed) => {
    const list = await openList(listed);
    await vi.waitUntil(() => handledKeys.get().some((keys) => "j" in keys), { timeout: 5_000 });
    await userEvent.keyboard("j");
    await vi.waitUntil(() => focusedRow(list) >= 0);
    const controls = controlsOf(rowsOf(list)[focusedRow(list)]);
    for (const [key, control] of [
      ["{End}", controls.at(-1)],
      ["{Home}", controls[0]],
    ] as const) {
      await userEvent.keyboard(key);
      expect(document.activeElement).toBe(control);
    }
  });
});

describe("Tab leads to a table without anything to press, which arrows scroll", () => {
  test.each(cases.filter(({ keys }) => keys === READ))("$name of $path", async (listed) => {
    const list = await openList(listed);
    expect(list.querySelector("tbody :is(a[href], button, input)")).toBeNull();
    for (let presses = 0; presses < 60 && document.activeElement !== list; presses += 1)
      await userEvent.keyboard(TAB[0]);
    expect(document.activeElement).toBe(list);
  });
});
