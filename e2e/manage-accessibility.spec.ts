import { expectAccessible, expectAccessibleInEachLayout, inEachLayout } from "./axe.ts";
import { openLinkIssues } from "./link-issues.ts";
import { ADMIN, createKey, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

test("the management pages are accessible, including confirmations, messages and the new key", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN, "/manage/users");
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText("Please enter an email to invite.")).toBeVisible();
  // The confirmation can disappear during the check; while it fades out, it is neither fully visible nor gone.
  await inEachLayout(page, () =>
    expect(async () => {
      await expect(page.getByText("Are You Sure?")).toHaveCount(0);
      await page.getByRole("button", { name: "Delete" }).first().click();
      await expectAccessible(page);
      expect(await page.getByText("Are You Sure?").count()).toBe(1);
    }).toPass(),
  );
  await page.goto("/manage/organizations");
  await rowOf(page, "Harbor Air").waitFor();
  await expectAccessibleInEachLayout(page);
  await page.goto("/manage/link");
  await openLinkIssues(page, system);
  await expectAccessibleInEachLayout(page);
  await page.goto("/manage/apikeys");
  await createKey(page, "Accessible key");
  await page.getByRole("dialog", { name: "Your New Key" }).waitFor();
  await expectAccessibleInEachLayout(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await rowOf(page, "Accessible key").waitFor();
  await expectAccessibleInEachLayout(page);
});
