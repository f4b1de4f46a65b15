import type { Page } from "@playwright/test";
import { expectAccessibleAtEachWidth } from "../axe.ts";
import { hostileDialogs } from "../dialogs/hostile.ts";
import { liveDialogs } from "../dialogs/live.ts";
import type { Opening } from "../dialogs/opening.ts";
import { watchRequests } from "../every-page.ts";
import { ADMIN } from "../station-steps.ts";
import type { TestSystem } from "../test-system.ts";
import { expect, test } from "../test.ts";

/** The titles of dialogs don't depend on the station. */
const TITLES = hostileDialogs("");

async function expectAccessibleDialog(page: Page, opening: Opening | undefined, system: TestSystem): Promise<void> {
  if (!opening) throw new Error("The dialog is not in the table.");
  const idle = watchRequests(page);
  await page.goto(opening.path);
  await opening.open(page, system);
  await expect(page.getByRole("dialog", { name: opening.title }).last()).toBeVisible();
  await idle();
  await expectAccessibleAtEachWidth(page);
}

// `npm test` compares the tables of dialogs with the sources.
for (const [file, openings] of Object.entries(liveDialogs)) {
  for (const opening of openings) {
    test(`the dialog "${opening.title}" of ${file} is accessible`, async ({ login, system, problems }) => {
      problems.allow(/^POST \/api\/stations\/[\w-]+\/streams returned 503$/);
      await expectAccessibleDialog(await login(ADMIN), opening, system);
    });
  }
}

test.describe("with hostile texts", () => {
  test.use({ baseURL: async ({ hostile }, use) => use(hostile.url) });
  for (const [file, openings] of Object.entries(TITLES)) {
    for (const [nth, { title }] of openings.entries()) {
      test(`the dialog "${title}" of ${file} is accessible`, async ({ hostile, page, system }) => {
        await hostile.logIn(page.context(), ADMIN);
        await expectAccessibleDialog(page, hostileDialogs(hostile.station)[file]?.[nth], system);
      });
    }
  }
});
