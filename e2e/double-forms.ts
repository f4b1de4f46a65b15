import type { Locator, Page } from "@playwright/test";
import { openTriage } from "./support-parts.ts";
import { openEntry } from "./ssot-steps.ts";
import { expect } from "./test.ts";

type SystemStation = { name: string; serial_number: string };

/** One submission of a form. */
type Round = { page: Page; station: SystemStation; text: string };

/** A form that is submitted more than once. */
export type DoubleForm = {
  name: string;
  open: (round: Omit<Round, "text">) => Promise<unknown>;
  /** Fills the form and returns the button that sends it. */
  fill: (round: Round) => Promise<Locator>;
  /** The request that writes, as `METHOD path`. */
  request: RegExp;
  /** How many records contain the text; undefined if only the number of requests can be checked. */
  made: (round: Round) => Promise<number>;
};

/** Some of the forms that create something; `web/src/api/double-submits.browser.test.tsx` has all of them. */
export const doubleForms: readonly DoubleForm[] = [
  {
    name: "Invite",
    open: ({ page }) => page.goto("/manage/users"),
    async fill({ page, text }) {
      await page.getByLabel("Email Address").fill(`${text}@harbor.example`);
      return page.getByRole("button", { name: "Invite" });
    },
    request: /^POST \/api\/users$/,
    made: ({ page, text }) => count(page, "/api/users", `${text}@harbor.example`),
  },
  {
    name: "New Entry",
    open: async ({ page, station }) => {
      const dialog = await openTriage(page, station.serial_number);
      await dialog.getByRole("tab", { name: "Support Log" }).click();
    },
    async fill({ page, text }) {
      const form = page.getByRole("form", { name: "New Entry" });
      await form.getByRole("button", { name: "Note" }).click();
      await form.getByRole("textbox", { name: "Content" }).fill(text);
      return form.getByRole("button", { name: "Create" });
    },
    request: /^POST \/api\/stations\/[^/]+\/supportlog$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}/supportlog`, text),
  },
  {
    name: "Save SSoT",
    open: ({ page, station }) => openEntry(page, "hw-variation", station.serial_number),
    async fill({ page, station, text }) {
      const { serial_number: serial } = station;
      await page.getByRole("textbox", { name: `Notes of ${serial}` }).fill(text);
      return page.getByRole("button", { name: new RegExp(`^(Save|Add) ${serial}$`) });
    },
    request: /^PUT \/api\/stations\/[^/]+\/ssot\/latest$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}/ssot`, text),
  },
];

/** How often a text occurs in a response. */
async function count(page: Page, path: string, text: string): Promise<number> {
  const reply = await page.request.get(path);
  expect(reply.status()).toBe(200);
  return (await reply.text()).split(text).length - 1;
}
