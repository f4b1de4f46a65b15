import type { Locator, Page } from "@playwright/test";
import { entriesOf, openTriage, waitingErrors, writeEntry } from "./support-parts.ts";
import { openEntry } from "./ssot-steps.ts";
import { expect } from "./test.ts";
import type { TestSystem } from "./test-system.ts";

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
  /** After a lost reply the form reloads its data and no longer offers the action that was already done. */
  offersNoRetry?: boolean;
  /** Closes what opens after success or failure. */
  close?: (round: Round) => Promise<void>;
};

/** Every form that creates something, and every form whose change leaves a countable trace. */
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
    name: "Create Organization",
    open: ({ page }) => page.goto("/manage/organizations"),
    async fill({ page, text }) {
      await page.getByLabel("Name").fill(text);
      return page.getByRole("button", { name: "Create Organization" });
    },
    request: /^POST \/api\/organizations$/,
    made: ({ page, text }) => count(page, "/api/organizations", text),
  },
  {
    name: "Create Key",
    open: ({ page }) => page.goto("/manage/apikeys"),
    async fill({ page, text }) {
      await page.getByLabel("Description").fill(text);
      return page.getByRole("button", { name: "Create Key" });
    },
    request: /^POST \/api\/apikeys$/,
    made: ({ page, text }) => count(page, "/api/apikeys", text),
    async close({ page }) {
      const dialog = page.getByRole("dialog", { name: "Your New Key" });
      if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Close", exact: true }).click();
    },
  },
  {
    name: "Create Tag",
    open: ({ page }) => page.goto("/supportlog/tags"),
    async fill({ page, text }) {
      const form = page.getByRole("form", { name: "New Tag" });
      await form.getByRole("textbox", { name: "Tag Name" }).fill(text);
      return form.getByRole("button", { name: "Create Tag" });
    },
    request: /^POST \/api\/supportlog\/tags$/,
    made: ({ page, text }) => count(page, "/api/supportlog/tags", text),
  },
  {
    name: "Add Device",
    open: ({ page }) => page.goto("/"),
    async fill({ page, text }) {
      const dialog = page.getByRole("dialog", { name: "Add Device" });
      if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Add Station" }).click();
      await dialog.getByLabel("Name", { exact: true }).fill(`gc-${randomHex()}`);
      await dialog.getByLabel("Serial Number").fill(text);
      await dialog.getByLabel("API Version").fill("4.7.4");
      return dialog.getByRole("button", { name: "Add Station" });
    },
    request: /^POST \/api\/stations$/,
    made: ({ page, text }) => count(page, "/api/stations", text),
  },
  {
    name: "Enter Location",
    open: ({ page, station }) => page.goto(`/stations/${station.name}/edit`),
    async fill({ page, text }) {
      const form = page.getByRole("form", { name: "Enter a location" });
      await form.getByLabel("Location").fill(`59.91, ${degreesOf(text)}`);
      await form.getByLabel("Purpose").selectOption("service");
      return form.getByRole("button", { name: "Enter Location" });
    },
    request: /^POST \/api\/stations\/[^/]+\/locations$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}`, degreesOf(text)),
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
    name: "Reply",
    open: async ({ page, station }) => {
      const data = { content: "Who has seen this?", status: "note" };
      await page.request.post(`/api/stations/${station.name}/supportlog`, { data });
      const dialog = await openTriage(page, station.serial_number);
      await dialog.getByRole("tab", { name: "Support Log" }).click();
      await dialog.getByRole("article").first().getByRole("button", { name: "Reply" }).click();
    },
    async fill({ page, text }) {
      const form = page.getByRole("form", { name: "Reply" });
      if (!(await form.isVisible())) {
        await page.getByRole("article").first().getByRole("button", { name: "Reply" }).click();
      }
      await form.getByRole("textbox", { name: "Content" }).fill(text);
      return form.getByRole("button", { name: "Reply" });
    },
    request: /^POST \/api\/supportlog\/entries\/\d+\/replies$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}/supportlog`, text),
  },
  {
    name: "Create Support Log from errors",
    open: ({ page, station }) => openTriage(page, station.serial_number),
    async fill({ page, text }) {
      const dialog = page.getByRole("dialog", { name: "Create New Support Log Entry" });
      if (!(await dialog.isVisible())) {
        const errors = page.getByRole("checkbox", { name: /^Fault/ });
        await errors.first().click();
        await page.getByRole("button", { name: /^Create Support Log from/ }).click();
      }
      await dialog.getByRole("button", { name: "Record" }).click();
      await dialog.getByRole("textbox", { name: "Content" }).fill(text);
      return dialog.getByRole("button", { name: "Create" });
    },
    request: /^POST \/api\/stations\/[^/]+\/supportlog$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}/supportlog`, text),
  },
  {
    name: "Attach Errors",
    async open({ page, station }) {
      const dialog = await openTriage(page, station.serial_number);
      await dialog.getByRole("tab", { name: "Support Log" }).click();
    },
    async fill({ page, station, text }) {
      await writeEntry(page, station.name, { content: text, status: "note" });
      const dialog = await openTriage(page, station.serial_number);
      await dialog.getByRole("tab", { name: "Support Log" }).click();
      const entry = dialog.getByRole("article").filter({ hasText: text });
      await entry.getByRole("button", { name: "Attach errors" }).click();
      const attaching = page.getByRole("dialog", { name: "Attach Errors" });
      await attaching
        .getByRole("checkbox", { name: /^Fault/ })
        .first()
        .click();
      return attaching.getByRole("button", { name: /^Attach Support Log to/ });
    },
    request: /^PATCH \/api\/stations\/[^/]+\/errors$/,
    async made({ page, station, text }) {
      const entry = (await entriesOf(page, station.name)).find(({ content }) => content === text);
      const attached = await page.request.get(`/api/supportlog/entries/${entry?.id}/errors`);
      const errors: unknown[] = await attached.json();
      return errors.length;
    },
    offersNoRetry: true,
  },
  {
    name: "Edit station",
    open: ({ page, station }) => page.goto(`/stations/${station.name}/edit`),
    async fill({ page, text }) {
      const form = page.getByRole("form", { name: "Edit station" });
      await form.getByLabel("Description").fill(text);
      return form.getByRole("button", { name: "Save", exact: true });
    },
    request: /^PATCH \/api\/stations\/[^/]+$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}`, text),
    // Text typed before the page has received the saved version would conflict with it.
    close: ({ page }) => expect(page.getByText("Unsaved changes")).toHaveCount(0),
  },
  {
    name: "Resolve",
    open: ({ page, station }) => openTriage(page, station.serial_number),
    async fill({ page, text }) {
      const dialog = page.getByRole("dialog", { name: "Record Trivial Resolution" });
      if (!(await dialog.isVisible())) {
        await page
          .getByRole("checkbox", { name: /^Fault/ })
          .first()
          .click();
        await page.getByRole("button", { name: "Resolve Selected" }).click();
      }
      await dialog.getByLabel("Solution").fill(text);
      return dialog.getByRole("button", { name: "Resolve" });
    },
    request: /^PATCH \/api\/stations\/[^/]+\/errors$/,
    made: ({ page, station, text }) => count(page, `/api/stations/${station.name}/errors?filter_resolved=true`, text),
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

/** Logs errors of a station until each round has enough unresolved ones to triage. */
export async function logFaults(system: TestSystem, page: Page, station: SystemStation, rounds: number): Promise<void> {
  const waiting = await waitingErrors(page, station.name);
  const missing = 2 * rounds - waiting.length;
  if (missing > 0) await system.logErrors(station.name, missing);
  await expect.poll(async () => (await waitingErrors(page, station.name)).length).toBeGreaterThanOrEqual(2 * rounds);
}

/** How often a text occurs in a response. */
async function count(page: Page, path: string, text: string): Promise<number> {
  const reply = await page.request.get(path);
  expect(reply.status()).toBe(200);
  return (await reply.text()).split(text).length - 1;
}

function randomHex(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, 12);
}

/** A coordinate in degrees that is unique to a text. */
function degreesOf(text: string): string {
  return `10.${text.replaceAll(/\D/g, "").slice(-8)}1`;
}
