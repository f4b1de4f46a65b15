import { endSession } from "@groundcrew/shared/account";
import { requestPasswordReset } from "@groundcrew/shared/users";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { CURRENT, sampleIdentity, sampleSession, serveAccount } from "../../test/fake-account.ts";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { pressAndConfirm, tableRow } from "../../test/fake-manage.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";

const NEW = "eleven quiet otters fold maps";
const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (name: string) => page.getByRole("textbox", { name });
const dialog = page.getByRole("dialog");

function openAccount(differences: Parameters<typeof serveAccount>[2] = {}) {
  const user = { ...customer };
  const server = startFakeConsole({ user });
  serveAccount(server, user, differences);
  openConsole("/account");
  return { server, user };
}

test("the name in the top bar leads to the account, which says who it is of", async () => {
  const user = { ...customer, name: "Ada Lovelace" };
  serveAccount(startFakeConsole({ user }), user);
  openConsole("/");
  await page.getByRole("link", { name: "Ada Lovelace" }).click();
  await expect.element(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await expect.element(page.getByText("Ada Lovelace · user@harbor.example · Harbor Air")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Ada Lovelace" })).toHaveAttribute("aria-current", "page");
});

describe("the sessions", () => {
  test("are listed with their device, address and times, and the current one cannot be ended there", async () => {
    openAccount({
      sessions: [
        sampleSession({ id: 1, is_current: true }),
        sampleSession({ id: 3, ip: null, agent: null, signed_in_by: null }),
      ],
    });
    await expect
      .element(tableRow("Firefox 145 on Linux"))
      .toMatchTextContent(/This one.*Password.*192\.0\.2\.110.*Now/s);
    await expect.element(tableRow("Unknown device")).toMatchTextContent(/Unknown.*2h ago/s);
    await expect.element(tableRow("Firefox 145 on Linux").getByRole("button")).not.toBeInTheDocument();
    await expect
      .element(page.getByText("A session ends after 12 hours without use, and 7 days after it began."))
      .toBeVisible();
  });

  test("end one by one or all at once, with a second press", async () => {
    openAccount({
      sessions: [
        sampleSession({ id: 1, is_current: true, agent: null }),
        sampleSession(),
        sampleSession({ id: 3, agent: "curl/8.5.0" }),
        sampleSession({ id: 4, agent: "wget/1.21" }),
      ],
    });
    await pressAndConfirm(tableRow("curl/8.5.0"), "End");
    await expect.element(page.getByText("Ended the session.")).toBeVisible();
    await expect.element(tableRow("curl/8.5.0")).not.toBeInTheDocument();
    await button("End All Others").click();
    await button("Are You Sure? End All Others").click();
    await expect.element(page.getByText("Ended 2 sessions.")).toBeVisible();
    await expect.element(tableRow("wget/1.21")).not.toBeInTheDocument();
    await expect.element(button("End All Others")).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toContain("Sessions");
  });

  test("that could not be ended stay, and it says why", async () => {
    const { server } = openAccount();
    server.on(endSession, async () => {
      throw new Rejection(503, "The database is away.");
    });
    await pressAndConfirm(tableRow("Firefox 145 on Linux"), "End");
    await expect.element(page.getByText("The session was not ended.")).toBeVisible();
    await expect.element(tableRow("Firefox 145 on Linux")).toBeVisible();
  });
});

test("the password is changed with the current one; a wrong one loses nothing that was typed", async () => {
  openAccount();
  await button("Change Password").click();
  await expect.element(field("New Password")).toHaveAccessibleDescription(/^Use at least 15 characters/);
  await field("Current Password").fill("a guess");
  await field("New Password").fill(NEW);
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await expect.element(dialog.getByText("This is not your password.")).toBeVisible();
  await expect.element(field("New Password")).toHaveValue(NEW);
  await field("Current Password").fill(CURRENT);
  await dialog.getByRole("button", { name: "Change Password" }).click();
  await expect.element(page.getByText("Your password is changed.")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Changed \d{4}-\d\d-\d\d, /)).toBeVisible();
  await expect.element(tableRow("Firefox 145 on Linux")).not.toBeInTheDocument();
});

test("a new name is in the top bar at once", async () => {
  openAccount();
  await expect.element(page.getByText("Others see your email address.")).toBeVisible();
  await button("Change Name").click();
  await field("Name").fill("Ada Lovelace");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByRole("link", { name: "Ada Lovelace" })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("an account without a password gets a link by email to set one", async () => {
  const { server } = openAccount({
    has_password: false,
    identities: [sampleIdentity({ by: "google", name: "Google", proves: false })],
  });
  const asked: string[] = [];
  server.on(requestPasswordReset, async ({ query: { email } }) => {
    asked.push(email);
    return { status: 204 as const, body: null };
  });
  await expect.element(button("Change Password")).not.toBeInTheDocument();
  await expect.element(page.getByText("Linked", { exact: true })).toBeVisible();
  await button("Email Me a Link").click();
  await expect.element(page.getByText("Check your email for a link to set a password.")).toBeVisible();
  expect(asked).toEqual(["user@harbor.example"]);
});
