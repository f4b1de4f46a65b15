import { getSession } from "@groundcrew/shared/sessions";
import { requestPasswordReset, setPassword } from "@groundcrew/shared/users";
import { describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { startFakeConsole } from "../../../test/fake-console.ts";
import { Rejection } from "../../../test/fake-server.ts";
import { openConsole } from "../../../test/open-console.tsx";

const LINK = "/set-password#email=user%40harbor.example&code=secret";
const EXPIRED =
  "This link no longer works. Request a new one with 'Forgot Password?' on the login page, or ask to be invited again.";

const email = page.getByLabelText("Email Address");
const password = page.getByLabelText("Password", { exact: true });
const next = page.getByRole("button", { name: "Continue", exact: true });

async function enterPassword(text: string): Promise<void> {
  await password.fill(text);
  await page.getByRole("button", { name: "Set Password" }).click();
}

/** Opens a path. Unless someone is logged in, the server knows no session. */
function openPublic(path: string, { isLoggedIn = false } = {}) {
  const server = startFakeConsole();
  const endSession = () =>
    server.on(getSession, async () => {
      throw new Rejection(401, "Nobody is logged in.");
    });
  if (!isLoggedIn) endSession();
  const { router, ...opened } = openConsole(path);
  return { server, router, endSession, address: () => router.history.location.href, ...opened };
}

describe("the forgot page", () => {
  // @spec 40.2, 225.1
  test("sends a link by email, and says so without revealing whether the address is known", async () => {
    const { server, address } = openPublic("/forgot");
    server.on(requestPasswordReset, async () => ({ status: 204 as const, body: null }));
    await email.fill("nobody@nowhere.example");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Check your email for a link to set a new password.")).toBeVisible();
    await expect.poll(address).toBe("/login");
    expect(server.requestsTo(requestPasswordReset)).toHaveLength(1);
  });

  // @spec 32.1, 40.1, 197.3
  test("requires an email, and Go Back returns to the login page", async () => {
    const { server, address } = openPublic("/forgot");
    await next.click();
    await expect.element(email).toHaveFocus();
    await expect.element(email).toBeRequired();
    expect(email.element().matches(":invalid")).toBe(true);
    expect(server.requestsTo(requestPasswordReset)).toEqual([]);
    await page.getByRole("button", { name: "Go Back" }).click();
    await expect.poll(address).toBe("/login");
  });

  // @spec 40.3, 291.3
  test("shows the server's error messages under the form", async () => {
    const { server } = openPublic("/forgot");
    server.on(requestPasswordReset, async () => {
      throw new TypeError("Failed to fetch");
    });
    await email.fill("user@harbor.example");
    await next.click();
    await expect
      .element(page.getByRole("alert"))
      .toMatchTextContent("Unable to contact the server (likely due to a network error)");
  });
});

describe("the set password page", () => {
  // Emails from older versions have email and code in the query.
  // @spec 32.1, 43.1, 225.1
  test.each(["#", "?"])(
    "shows the email read-only, and neither it nor the code stay in the address (%s)",
    async (sign) => {
      const path = LINK.replace("#", sign);
      const { address } = openPublic(path);
      await expect.element(email).toHaveValue("user@harbor.example");
      await expect.element(email).toHaveAttribute("readonly");
      expect(address()).toBe("/set-password");
    },
  );

  // @spec 22.1
  test.each(["", "?email=user%40harbor.example", "?code=secret", "?email=&code="])(
    "needs email and code, else it is redirected to /: '%s'",
    async (query) => {
      const { address } = openPublic(`/set-password${query}`);
      await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
      expect(address()).toBe("/login");
    },
  );

  // @spec 197.4
  test.each([
    ["", "Enter a password."],
    ["too short", "Use at least 15 characters, such as a few words that do not belong together."],
  ])("refuses a password at once: %j", async (text, message) => {
    const { server } = openPublic(LINK);
    await enterPassword(text);
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveAccessibleDescription(message);
    await expect.element(password).toHaveAttribute("aria-invalid", "true");
    expect(server.requestsTo(setPassword)).toEqual([]);
  });

  test("shows why the server refuses a password", async () => {
    const { server } = openPublic(LINK);
    const reason = "This password is easily guessed.";
    server.on(setPassword, async () => {
      throw new Rejection(422, [{ field: "body.password", message: reason }]);
    });
    await enterPassword("skyline logistics 2026");
    await expect.element(page.getByRole("alert")).toMatchTextContent(reason);
  });

  // @spec 291.3
  test("says that a link has expired, and offers a new one", async () => {
    const { server, address } = openPublic(LINK);
    server.on(setPassword, async () => {
      throw new Rejection(404, EXPIRED);
    });
    await enterPassword("seven purple kettles humming");
    await expect.element(page.getByRole("alert")).toHaveTextContent(EXPIRED);
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    await expect.poll(address).toBe("/forgot");
  });

  test("logs its user out here too, since a new password ends all of their sessions", async () => {
    const { server, router, address, endSession } = openPublic("/", { isLoggedIn: true });
    await expect.element(page.getByRole("heading", { name: "Stations" })).toBeVisible();
    server.on(setPassword, async () => {
      endSession();
      return { status: 204 as const, body: null };
    });
    router.history.push(LINK);
    await enterPassword("seven purple kettles humming");
    await expect.element(page.getByText("Your new password is set.")).toBeVisible();
    await expect.poll(address).toBe("/login");
  });
});
