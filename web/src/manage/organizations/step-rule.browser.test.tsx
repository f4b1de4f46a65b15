import { changeStepRule, getStepRule, type StepRule } from "@groundcrew/shared/organizations";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { listed, manager, openManage, tableRow } from "../../../test/fake-manage.ts";
import { Rejection } from "../../../test/fake-server.ts";

const dialog = page.getByRole("dialog");
const change = page.getByRole("button", { name: "Require a Second Step" });

/** Opens the users of an organization as its manager. */
function openUsers(from: string | null) {
  const users = [
    listed(manager.email, { has_second_step: true, can_manage: true }),
    listed("ada@harbor.example", { has_second_step: false }),
    listed("bo@harbor.example", { has_second_step: false }),
    listed("invited@harbor.example"),
  ];
  const opened = openManage("/manage/users", { user: manager, users });
  let rule: StepRule = { from, users: 3, without: 2 };
  const sent: (string | null)[] = [];
  opened.server.on(getStepRule, async () => ({ status: 200 as const, body: rule }));
  const requireFrom = (day: string | null) => void (rule = { ...rule, from: day });
  opened.server.on(changeStepRule, async ({ body }) => {
    sent.push(body.from);
    if (body.expected !== rule.from) throw new Rejection(412, "Someone changed this requirement.");
    rule = { ...rule, from: body.from };
    return { status: 200 as const, body: rule };
  });
  return { ...opened, sent, requireFrom };
}

test("a manager requires a second step from a day on", async () => {
  const { sent } = openUsers(null);
  await expect.element(page.getByText("Not required. 2 of 3 users have none.")).toBeVisible();
  await change.click();
  await dialog.getByLabelText("From").fill("2100-12-15");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Required from Dec 15 2100. 2 of 3 users have none.")).toBeVisible();
  expect(sent).toEqual(["2100-12-15"]);
});

test("a manager requires none again", async () => {
  const { sent } = openUsers("2100-12-15");
  await page.getByRole("button", { name: "Change the Requirement" }).click();
  await dialog.getByRole("button", { name: "Stop Requiring It" }).click();
  await expect.element(page.getByText("Not required. 2 of 3 users have none.")).toBeVisible();
  expect(sent).toEqual([null]);
});

test("a day that somebody else has set meanwhile is shown, and saving again replaces it", async () => {
  const { sent, requireFrom } = openUsers(null);
  await change.click();
  await dialog.getByLabelText("From").fill("2100-12-15");
  requireFrom("2100-12-20");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .element(
      dialog.getByText(/^Someone changed this to 'Required from Dec 20 2100'\. Your changes are not saved yet\./),
    )
    .toBeVisible();
  await expect.element(dialog.getByLabelText("From")).toHaveValue("2100-12-15");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Required from Dec 15 2100. 2 of 3 users have none.")).toBeVisible();
  expect(sent).toEqual(["2100-12-15", "2100-12-15"]);
});

test("a day that the server refuses stays in the dialog, which says why", async () => {
  const { server } = openUsers(null);
  server.on(changeStepRule, async () => {
    throw new Rejection(422, "Choose a day within a year.");
  });
  await change.click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Choose a day within a year.")).toBeVisible();
});

test("the list shows those without a second step alone, who are accounts", async () => {
  openUsers("2100-12-15");
  const filter = page.getByRole("button", { name: "Without Second Step" });
  await filter.click();
  await expect.element(filter).toHaveAttribute("aria-pressed", "true");
  await expect.element(tableRow("ada@harbor.example")).toBeVisible();
  await expect.element(tableRow(manager.email)).not.toBeInTheDocument();
  await expect.element(tableRow("invited@harbor.example")).not.toBeInTheDocument();
  await filter.click();
  await expect.element(tableRow(manager.email)).toBeVisible();
});

test("admins see which organizations require one, and change it there", async () => {
  const organizations = [
    { id: 1, name: "Groundcrew", station_quantity: 3 },
    { id: 2, name: "Harbor Air", station_quantity: 12, second_step_from: "2026-01-01", users_without: 1 },
  ];
  const { address } = openManage("/manage/organizations", { organizations });
  await expect.element(tableRow("Groundcrew")).toMatchTextContent("Not requiredChange");
  await expect.element(tableRow("Harbor Air")).toMatchTextContent(/Required since Jan 1/);
  await page.getByRole("button", { name: "Change the second step of Harbor Air" }).click();
  await expect.element(dialog.getByText("Harbor Air")).toBeVisible();
  await expect.element(dialog.getByLabelText("From")).toHaveValue("2026-01-01");
  await dialog.getByRole("button", { name: "Go Back" }).click();
  await page.getByRole("link", { name: "1 user has none" }).click();
  await expect
    .element(page.getByRole("button", { name: "Without Second Step" }))
    .toHaveAttribute("aria-pressed", "true");
  expect(address()).toBe("/manage/users?org_id=2&us-without=1");
});
