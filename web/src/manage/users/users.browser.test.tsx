import { changePermission, deleteUser, inviteUser, listUsers, resetSecondStep } from "@groundcrew/shared/users";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeClock, stoppedClock } from "../../../test/clock.ts";
import { customer } from "../../../test/fake-console.ts";
import { listed, manager, openManage, pressAndConfirm, tableRow } from "../../../test/fake-manage.ts";
import { refuse } from "../../../test/fake-server.ts";
import { resizeWindow } from "../../../test/open-console.tsx";

const USERS = "/manage/users";
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const email = page.getByLabelText("Email Address");
const invite = page.getByRole("button", { name: "Invite" });
const isManager = (address: string) => page.getByRole("switch", { name: `${address} is a manager` });

async function inviteByForm(address: string): Promise<void> {
  await email.fill(address);
  await invite.click();
}

describe("the users of an organization", () => {
  // @spec 128.1, 128.2, 226.1, 227.1
  test("an ordinary user sees them but cannot change them", async () => {
    openManage(USERS, { user: customer });
    const organization = page.getByLabelText("Organization", { exact: true });
    await expect.element(organization).toHaveTextContent("Harbor Air");
    await expect.element(organization).toBeDisabled();
    await expect.element(tableRow(manager.email)).toMatchTextContent("Yes");
    await expect.element(tableRow(customer.email)).toMatchTextContent("No");
    await expect.element(page.getByRole("columnheader", { name: "Actions" })).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: /Delete|Invite/ })).not.toBeInTheDocument();
    await expect.element(page.getByRole("switch")).not.toBeInTheDocument();
  });

  // @spec 9.4, 129.1, 131.2
  test("a manager invites a user by email, makes them a manager and deletes them", async () => {
    const invited = "invited@harbor.example";
    openManage(USERS, { user: manager });
    await inviteByForm(invited);
    await expect.element(page.getByText(`Invited ${invited}. They will receive an email.`)).toBeVisible();
    await expect.element(email).toHaveValue("");

    await expect.element(isManager(invited)).not.toBeChecked();
    await isManager(invited).click();
    await expect.element(isManager(invited)).toBeChecked();
    await userEvent.keyboard(" ");
    await expect.element(isManager(invited)).not.toBeChecked();

    await pressAndConfirm(tableRow(invited), "Delete");
    await expect.element(page.getByText(`Removed ${invited}.`)).toBeVisible();
    await expect.element(tableRow(invited)).not.toBeInTheDocument();
    await expect.element(page.getByRole("region", { name: "Users" })).toHaveFocus();
  });

  test("a manager sees who has no second step", async () => {
    const users = [
      listed(manager.email, { has_second_step: true }),
      listed(customer.email, { has_second_step: false }),
    ];
    openManage(USERS, { user: manager, users });
    await expect.element(tableRow(manager.email)).toMatchTextContent("On");
    await expect.element(tableRow(customer.email)).toMatchTextContent("None");
  });

  test("a manager cannot change their own flag, nor delete themselves", async () => {
    openManage(USERS, { user: manager });
    const own = isManager(manager.email);
    await expect.element(own).toBeChecked();
    await expect.element(own).toBeDisabled();
    await expect.element(own).toHaveAccessibleDescription("You can't change your own permissions.");
    await expect.element(tableRow(manager.email).getByRole("button")).not.toBeInTheDocument();
  });

  // @spec 227.3
  test("users of the provider's own organization always show as manager and are locked", async () => {
    const staff = "staff@groundcrew.example";
    openManage(USERS, { users: [listed(staff, { organization: "Groundcrew", org_id: 1 })] });
    await expect.element(isManager(staff)).toBeChecked();
    await expect.element(isManager(staff)).toBeDisabled();
    await expect.element(isManager(staff)).toHaveAccessibleDescription("Users of Groundcrew are always managers.");
  });

  test("an organization that does not exist says so", async () => {
    const { server } = openManage(`${USERS}?org_id=999999`);
    server.on(listUsers, refuse(404, "There is no such organization."));
    await expect.element(page.getByRole("alert")).toMatchTextContent("Loading users failed");
    await expect
      .element(page.getByLabelText("Organization", { exact: true }))
      .toHaveTextContent("Unknown organization");
  });

  test("a list that cannot be loaded is loaded again on demand", async () => {
    const { server } = openManage(USERS, { user: manager });
    server.on(listUsers, refuse(500, "The list is locked."));
    await expect.element(page.getByRole("alert")).toMatchTextContent("Loading users failed");
    server.on(listUsers, async () => ({ status: 200 as const, body: [listed(customer.email)] }));
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.element(tableRow(customer.email)).toBeVisible();
  });
});

describe("an invitation", () => {
  // @spec 197.5
  test("needs an email: Please enter an email to invite.", async () => {
    const { server } = openManage(USERS, { user: manager });
    await invite.click();
    await expect.element(email).toHaveAccessibleDescription("Please enter an email to invite.");
    await expect.element(email).toHaveFocus();
    await email.fill("nobody");
    await userEvent.keyboard("{Enter}");
    await expect.element(email).toHaveAccessibleDescription("Enter a valid email address.");
    expect(server.requestsTo(inviteUser)).toEqual([]);
  });

  // @spec 302.1
  test("that is refused says 'Invite failed.' and why", async () => {
    const { server } = openManage(USERS, { user: manager });
    const reason = `${customer.email} already has an account.`;
    server.on(inviteUser, refuse(409, reason));
    await inviteByForm(customer.email);
    const toast = page.getByRole("alert").filter({ hasText: "Invite failed." });
    await expect.element(toast).toMatchTextContent(reason);
    await expect.element(email).toHaveAccessibleDescription(reason);
    await expect.element(email).toHaveValue(customer.email);
  });

  test("is listed until it is accepted, with the time until which it can be, and is sent again after 5 minutes", async () => {
    const clock = fakeClock();
    const late = "late@harbor.example";
    const { server } = openManage(USERS, { user: manager });
    const row = tableRow(late);
    const resend = row.getByRole("button", { name: `Resend ${late}` });
    await inviteByForm(late);
    await expect.element(row).toMatchTextContent(/Invited, not yet logged in\s*Expires 20\d\d-\d\d-\d\d \d\d:\d\d/);
    await expect.element(tableRow(customer.email)).not.toMatchTextContent("Invited");
    await expect.element(tableRow(customer.email).getByRole("button", { name: /Resend/ })).not.toBeInTheDocument();
    await resend.click();
    await expect.element(page.getByText(`${late} was sent an invitation less than 5 minutes ago.`)).toBeVisible();
    expect(server.requestsTo(inviteUser)).toHaveLength(1);

    await clock.pass(5 * MINUTE_MS);
    await resend.click();
    await expect.element(page.getByText(`Renewed the invitation for ${late}.`)).toBeVisible();
    expect(server.requestsTo(inviteUser)).toHaveLength(2);
  });

  test("that has expired says so", async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
    const invitation = { sent: ago(73), expires: ago(1), failure: null };
    openManage(USERS, { user: manager, users: [listed("late@harbor.example", { invitation })] });
    await expect.element(tableRow("late@")).toMatchTextContent(/Invited, not yet logged in\s*Expired 20/);
  });
});

describe("an invitation whose email was not sent", () => {
  const address = "typo@harbor.example";
  const invitationThat = (failure: { at: string; reply: string | null }) => ({
    sent: failure.at,
    expires: new Date(Date.parse(failure.at) + 72 * HOUR_MS).toISOString(),
    failure,
  });

  test("says what the mail server answered, and can be sent again at once", async () => {
    const failure = { at: new Date().toISOString(), reply: "550 5.1.1 No such mailbox" };
    const { server } = openManage(USERS, {
      user: manager,
      users: [listed(address, { invitation: invitationThat(failure) })],
    });
    await expect
      .element(tableRow(address))
      .toMatchTextContent(/The mail server refused the email at 20.{14}: “550 5\.1\.1 No such mailbox”\./);
    await tableRow(address)
      .getByRole("button", { name: `Resend ${address}` })
      .click();
    await expect.element(page.getByText(`Renewed the invitation for ${address}.`)).toBeVisible();
    expect(server.requestsTo(inviteUser)).toHaveLength(1);
    await expect.element(tableRow(address)).not.toMatchTextContent("refused");
  });

  test("says that the mail server could not be used", async () => {
    const failure = { at: new Date().toISOString(), reply: null };
    openManage(USERS, { user: manager, users: [listed(address, { invitation: invitationThat(failure) })] });
    await expect
      .element(tableRow(address))
      .toMatchTextContent(/The email could not be sent at 20.{14}, because the mail server could not be used\./);
  });
});

describe("a change of a user", () => {
  // @spec 302.1
  test("that fails says 'Permission change failed.' or 'Deletion failed.', and why", async () => {
    const { server } = openManage(USERS, { user: manager });
    await expect.element(isManager(customer.email)).not.toBeChecked();
    for (const endpoint of [changePermission, deleteUser]) server.on(endpoint, refuse(503, "The database is away."));
    await isManager(customer.email).click();
    const toast = page.getByRole("alert").filter({ hasText: "Permission change failed." });
    await expect.element(toast).toMatchTextContent("The database is away.");
    await expect.element(isManager(customer.email)).not.toBeChecked();
    await pressAndConfirm(tableRow(customer.email), "Delete");
    await expect.element(page.getByText("Deletion failed.", { exact: true })).toBeVisible();
    await expect.element(tableRow(customer.email)).toBeVisible();
  });

  test("whose answer is lost is not called a failure", async () => {
    const { server } = openManage(USERS, { user: manager });
    server.onRaw(changePermission, async () => Response.error());
    await isManager(customer.email).click();
    const toast = page.getByRole("alert").filter({ hasText: "The change may have been saved." });
    await expect.element(toast).toMatchTextContent("Check before trying again.");
    await expect.element(page.getByText("Permission change failed.")).not.toBeInTheDocument();
  });
});

describe("the Delete button", () => {
  const button = tableRow(customer.email).getByRole("button");

  // @spec 132.1, 309.8
  test("shows 'Are You Sure?' for 3 seconds, as wide as before, then reverts; a double click is one press", async () => {
    const { server } = openManage(USERS, { user: manager });
    await expect.element(button).toHaveTextContent("Delete");
    await document.fonts.ready;
    const clock = stoppedClock();
    const pressedMs = Date.now();
    const buttonSize = () => {
      const { width, height } = button.element().getBoundingClientRect();
      return [width, height];
    };
    const before = buttonSize();
    await button.dblClick();
    await expect.element(button).toHaveTextContent("Are You Sure?");
    expect(buttonSize()).toEqual(before);
    await clock.pass(2_999);
    await expect.element(button).toHaveTextContent("Are You Sure?");
    await clock.pass(1);
    await expect.element(button).toHaveTextContent("Delete");
    // Each look at the page moves the clock a little.
    expect(Date.now() - pressedMs).toBeLessThan(4_000);
    expect(server.requestsTo(deleteUser)).toEqual([]);
  });

  test("deletes with the keyboard alone, and a key held down is one press", async () => {
    openManage(USERS, { user: manager });
    await expect.element(button).toHaveTextContent("Delete");
    button.element().focus();
    await userEvent.keyboard("{Enter>3/}");
    await expect.element(button).toHaveTextContent("Are You Sure?");
    await userEvent.keyboard("{Enter}");
    await expect.element(tableRow(customer.email)).not.toBeInTheDocument();
  });
});

test("a manager resets the second step of somebody who has lost it, after a question, and nobody's who has none or their own", async () => {
  const lost = "lost@harbor.example";
  const users = [
    listed(lost, { has_second_step: true }),
    listed("none@harbor.example", { has_second_step: false }),
    listed(manager.email, { has_second_step: true }),
  ];
  const { server } = openManage(USERS, { user: manager, users });
  const reset = page.getByRole("button", { name: /^Reset Second Step of / });
  await expect.element(tableRow(lost)).toMatchTextContent("On");
  expect(reset.elements()).toHaveLength(1);
  await reset.click();
  const dialog = page.getByRole("dialog", { name: "Reset Second Step" });
  await expect.element(dialog.getByText(`recovery codes of ${lost}, and ends their sessions.`)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(server.requestsTo(resetSecondStep)).toEqual([]);
  await reset.click();
  await dialog.getByRole("button", { name: "Reset", exact: true }).click();
  await expect.element(page.getByText(`Reset the second step of ${lost}.`)).toBeVisible();
  await expect.element(tableRow(lost)).toMatchTextContent("None");
  expect(server.requestsTo(resetSecondStep)).toHaveLength(1);
});

test("in a narrow window an email address wraps only after its @", async () => {
  await resizeWindow(310);
  const long = "narrow.window@harbor-air.example";
  openManage(USERS, { users: [listed(long, { org_id: 1 })] });
  const cell = tableRow(long).getByRole("cell").first();
  await expect.element(cell).toBeVisible();
  const texts = [...(cell.element().querySelector("span")?.childNodes ?? [])].filter((node) => node instanceof Text);
  const lineCount = (text: Text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return range.getClientRects().length;
  };
  expect(texts.map(lineCount)).toEqual([1, 1]);
});
