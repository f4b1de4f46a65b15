import { UI_DELAYS_MS } from "@groundcrew/shared/lib";
import { expectAccessibleInEachLayout } from "../axe.ts";
import { openLinkIssues } from "../link-issues.ts";
import { ADMIN, rowOf } from "../manage-steps.ts";
import { expect, test } from "../test.ts";

test("the management pages are accessible, including confirmations and messages", async ({ login, page, system }) => {
  await page.addInitScript(keepConfirmations, UI_DELAYS_MS.confirm_button);
  await login(ADMIN, "/manage/users");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText("Please enter an email to invite.")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).first().click();
  await expect(page.getByText("Are You Sure?")).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await expect(page.getByText("Are You Sure?")).toBeVisible();
  await page.goto("/manage/organizations");
  await rowOf(page, "Harbor Air").waitFor();
  await expectAccessibleInEachLayout(page);
  await page.goto("/manage/link");
  await openLinkIssues(page, system);
  await expectAccessibleInEachLayout(page);
  await page.goto("/manage/backups");
  await expect(page.getByText("No backups yet")).toBeVisible();
  await expectAccessibleInEachLayout(page);
});

/** Makes confirmations, which last for `ms`, stay for as long as they are checked. */
function keepConfirmations(ms: number): void {
  const original = window.setTimeout;
  const patched = (work: () => void, delay?: number) => original(work, delay === ms ? 1_000 * ms : delay);
  Object.assign(window, { setTimeout: patched });
}
