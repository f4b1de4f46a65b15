import type { Locator, Page } from "@playwright/test";
import type { TestSystem } from "../test-system.ts";

/** How a dialog is opened on a page of an admin. */
export type Opening = {
  title: string | RegExp;
  path: string;
  open: (page: Page, system: TestSystem) => Promise<void>;
};

/** How the dialogs of each source file are opened, by its path in `web/src`: as many as it renders. */
export type Openings = Readonly<Record<string, readonly Opening[]>>;

/** The newest dialog. */
export function newest(page: Page): Locator {
  return page.getByRole("dialog").last();
}

/** Presses buttons one after the other, each of them the first one with its name. */
export function pressing(...names: readonly (string | RegExp)[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const name of names) await page.getByRole("button", { name, exact: true }).first().click();
  };
}

/** Presses buttons of the newest dialog, such as the one that submits a form with an empty field. */
export function pressingInside(...names: readonly (string | RegExp)[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const name of names) await newest(page).getByRole("button", { name, exact: true }).first().click();
  };
}

/** One way after the other. */
export function steps(...all: readonly Opening["open"][]): Opening["open"] {
  return async (page, system) => {
    for (const step of all) await step(page, system);
  };
}
