import { changeName, confirmIdentity, removeApp, type Account } from "@groundcrew/shared/account";
import { CONFIRM_HEADER } from "@groundcrew/shared/contract";
import { beginSignOn } from "@groundcrew/shared/sessions";
import { requestPasswordReset } from "@groundcrew/shared/users";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { APP_CODE, CODES, CURRENT, sampleIdentity, serveAccount } from "../../../test/fake-account.ts";
import { customer, startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const code = dialog.getByRole("textbox", { name: "Code from the app" });
const ADDED = "2026-08-02T08:00:00.000Z";
const withApp: Partial<Account> = {
  authenticator_app: { added: ADDED, last_used: null },
  recovery_codes: { left: 4, made: ADDED },
};

function openAccount(differences: Partial<Account> = {}) {
  const user = { ...customer };
  const server = startFakeConsole({ user });
  serveAccount(server, user, differences);
  openConsole("/account");
  return server;
}

test("an app is added with its code, and its recovery codes are shown until they are kept", async () => {
  openAccount();
  await expect.element(page.getByLabelText("Second Step").getByText("Off", { exact: true })).toBeVisible();
  await button("Add an Authenticator App").click();
  await expect.element(dialog.getByRole("img", { name: "Code for the authenticator app" })).toBeVisible();
  await expect.element(dialog.getByText("JBSW Y3DP EHPK 3PXP 7QLM JBSW Y3DP EHPK")).toBeVisible();
  await code.fill("000 000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(code).toHaveAccessibleDescription(/^That code is not right\. Is the clock/);
  await code.fill(APP_CODE);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(dialog.getByRole("heading", { name: "Your Recovery Codes" })).toBeVisible();
  await expect.element(dialog.getByRole("list")).toMatchTextContent(CODES.join(""));
  await button("Done").click();
  await expect.element(dialog.getByText("Save the codes, then tick the box above.")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "I have kept them" }).click();
  await button("Done").click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("On", { exact: true })).toBeVisible();
  await expect.element(page.getByText("10 of 10 left")).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Second Step" })).toHaveFocus();
});

test("a code without six digits is not sent", async () => {
  openAccount();
  await button("Add an Authenticator App").click();
  await code.fill("12345");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect.element(code).toHaveAccessibleDescription("Enter the six digits that the app shows.");
});

test.each([
  [4, []],
  [3, ["Running low"]],
  [0, ["None left"]],
])("with %i recovery codes left it says: %j", async (left, warnings) => {
  openAccount({ ...withApp, recovery_codes: { left, made: ADDED } });
  await expect.element(page.getByText(`${left} of 10 left`)).toBeVisible();
  const shown = page.getByText(/^(Running low|None left)$/).elements();
  expect(shown.map(({ textContent }) => textContent)).toEqual(warnings);
});

test("an app is removed with a second press, and with it the recovery codes", async () => {
  openAccount(withApp);
  await button("Remove the authenticator app").click();
  await button("Are You Sure? Remove the authenticator app").click();
  await expect.element(page.getByText("Removed the authenticator app.")).toBeVisible();
  await expect.element(page.getByText(/Recovery Codes/)).not.toBeInTheDocument();
});

test("new recovery codes are shown", async () => {
  openAccount(withApp);
  await button("Make New Ones").click();
  await expect.element(dialog.getByRole("heading", { name: "Your Recovery Codes" })).toBeVisible();
});

describe("a call that has to be confirmed", () => {
  /** The server accepts it only after another proof. */
  function confirmFirst(differences: Partial<Account>) {
    const server = openAccount(differences);
    let isConfirmed = false;
    server.on(removeApp, async () => {
      if (!isConfirmed)
        throw new Rejection(428, "Confirm that it is you before you do this.", { [CONFIRM_HEADER]: "1" });
      return { status: 204 as const, body: null };
    });
    server.on(confirmIdentity, async ({ body }) => {
      if (body.type === "password" ? body.password !== CURRENT : body.type === "passkey" || body.code !== APP_CODE) {
        throw new Rejection(422, "That code is not right. 4 tries left, then a pause of 5 minutes.");
      }
      isConfirmed = true;
      return { status: 204 as const, body: null };
    });
    return server;
  }

  async function removeIt() {
    await button("Remove the authenticator app").click();
    await button("Are You Sure? Remove the authenticator app").click();
    await expect.element(dialog.getByText("You are about to remove your authenticator app.")).toBeVisible();
  }

  test("is made once the second step is taken again", async () => {
    const server = confirmFirst(withApp);
    await removeIt();
    const field = dialog.getByRole("textbox", { name: "Code from your authenticator app" });
    await field.fill("000000");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect.element(field).toHaveAccessibleDescription(/4 tries left/);
    await field.fill(APP_CODE);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect.element(page.getByText("Removed the authenticator app.")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsTo(removeApp)).toHaveLength(2);
  });

  test("is confirmed with a passkey first; links lead to the other ways", async () => {
    confirmFirst({ ...withApp, passkeys: [{ id: 1, name: "YubiKey 5C", added: ADDED, last_used: null }] });
    await removeIt();
    await expect.element(dialog.getByRole("button", { name: "Use a Passkey" })).toHaveFocus();
    await expect.element(dialog.getByRole("textbox")).not.toBeInTheDocument();
    await expect.element(dialog.getByRole("button", { name: "Use a recovery code" })).toBeVisible();
    await dialog.getByRole("button", { name: "Use the authenticator app" }).click();
    await expect.element(dialog.getByRole("button", { name: "Use a passkey" })).toBeVisible();
    await dialog.getByRole("textbox", { name: "Code from your authenticator app" }).fill(APP_CODE);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect.element(page.getByText("Removed the authenticator app.")).toBeVisible();
  });

  test("is not made when nobody confirms it", async () => {
    const server = confirmFirst(withApp);
    await removeIt();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByText("The authenticator app was not removed.")).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.requestsTo(removeApp)).toHaveLength(1);
  });

  test("keeps what was typed in its form, and takes the password of a user without a second step", async () => {
    const server = openAccount();
    let isConfirmed = false;
    server.on(changeName, async () => {
      if (!isConfirmed)
        throw new Rejection(428, "Confirm that it is you before you do this.", { [CONFIRM_HEADER]: "1" });
      return { status: 204 as const, body: null };
    });
    server.on(confirmIdentity, async () => {
      isConfirmed = true;
      return { status: 204 as const, body: null };
    });
    await button("Change Name").click();
    await page.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
    await dialog.getByRole("button", { name: "Save" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm It Is You" });
    await proof.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByText("Confirm that it is you before you do this.")).toBeVisible();
    await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ada Lovelace");
    await dialog.getByRole("button", { name: "Save" }).click();
    await proof.getByLabelText("Your Password").fill(CURRENT);
    await proof.getByRole("button", { name: "Continue" }).click();
    await expect.element(page.getByText("Your name is changed.")).toBeVisible();
    expect(server.requestsTo(changeName).map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ name: "Ada Lovelace" })),
    );
  });

  const google = { by: "google", name: "Google", proves: false } as const;
  const signOn = { by: "sso", name: "Harbor Air SSO", proves: true } as const;

  async function askFor(differences: Partial<Account>) {
    const server = openAccount(differences);
    server.on(changeName, async () => {
      throw new Rejection(428, "Confirm that it is you before you do this.", { [CONFIRM_HEADER]: "1" });
    });
    await button("Change Name").click();
    await page.getByRole("textbox", { name: "Name" }).fill("Ada");
    await dialog.getByRole("button", { name: "Save" }).click();
    return { server, proof: page.getByRole("dialog", { name: "Confirm It Is You" }) };
  }

  test.each<[string, Partial<Account>]>([
    ["nothing else", {}],
    ["Google", { identities: [sampleIdentity(google)] }],
    ["an identity provider that does not say when it asked", { identities: [sampleIdentity({ proves: false })] }],
  ])("cannot be confirmed with %s, and a link by email lets its user set a password", async (_, differences) => {
    const { server, proof } = await askFor({ has_password: false, ...differences });
    server.on(requestPasswordReset, async () => ({ status: 204 as const, body: null }));
    await expect.element(proof.getByText("You have nothing to confirm with yet.")).toBeVisible();
    await expect.element(proof.getByRole("button", { name: /^Continue with/ })).not.toBeInTheDocument();
    await proof.getByRole("button", { name: "Email Me a Link" }).click();
    await expect.element(page.getByText("Check your email for a link to set a password.")).toBeVisible();
  });

  test.each([true, false])(
    "is confirmed at an identity provider that asks again (with a password: %s)",
    async (has) => {
      const { server, proof } = await askFor({
        has_password: has,
        identities: [sampleIdentity(google), sampleIdentity(signOn)],
      });
      const sentence = "Harbor Air SSO is not responding. Log in with your password, or try again in a moment.";
      server.on(beginSignOn, async () => {
        throw new Rejection(503, sentence);
      });
      await expect.element(proof.getByRole("button", { name: "Continue with Google" })).not.toBeInTheDocument();
      await proof.getByRole("button", { name: "Continue with Harbor Air SSO" }).click();
      await expect.element(proof.getByRole("alert")).toHaveTextContent(sentence);
      expect(server.requestsTo(beginSignOn).map(({ body }) => body)).toEqual([
        { domain: "harbor.example", confirms: true },
      ]);
    },
  );
});
