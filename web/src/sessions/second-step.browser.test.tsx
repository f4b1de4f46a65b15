import { finishLogIn, getSession, logIn, type SecondStep } from "@groundcrew/shared/sessions";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";

const LOGIN = "x".repeat(43);
const next = page.getByRole("button", { name: "Continue", exact: true });
const appCode = page.getByRole("textbox", { name: "Code from your authenticator app" });
const title = page.getByRole("heading", { name: "One more step" });

/** Logs in as a user with a second factor, up to the second step. */
async function openStep(steps: SecondStep[] = ["app", "recovery"]) {
  const server = startFakeConsole({ user: customer });
  let isLoggedIn = false;
  server.on(getSession, async () => {
    if (!isLoggedIn) throw new Rejection(401, "Nobody is logged in.");
    return { status: 200 as const, body: { user: customer } };
  });
  server.on(logIn, async () => ({
    status: 202 as const,
    body: { login: LOGIN, email: customer.email, steps, expires: new Date(Date.now() + 600_000).toISOString() },
  }));
  server.on(finishLogIn, async ({ body: { login, step } }) => {
    if (login !== LOGIN || step.type === "passkey" || !/^(491 ?207|k7fq-29xm)$/.test(step.code)) {
      throw new Rejection(401, "That code is not right. 3 tries left, then a pause of 5 minutes.");
    }
    isLoggedIn = true;
    return { status: 201 as const, body: { user: customer } };
  });
  const opened = openConsole("/login?r=%2Fstats");
  await page.getByLabelText("Email Address").fill(customer.email);
  await page.getByLabelText("Password", { exact: true }).fill("correct");
  await next.click();
  await expect.element(title).toBeVisible();
  return { server, ...opened };
}

test("a login with an app takes its code, then opens the requested page", async () => {
  const { router } = await openStep();
  await expect.element(page.getByText(customer.email)).toBeVisible();
  await expect.element(appCode).toHaveFocus();
  await expect.element(next).toBeDisabled();
  await appCode.fill("491 207");
  await next.click();
  await expect.element(title).not.toBeInTheDocument();
  await expect.poll(() => router.history.location.pathname).toBe("/stats");
});

test("a wrong code stays, with how many tries are left", async () => {
  await openStep();
  await appCode.fill("118402");
  await next.click();
  await expect
    .element(appCode)
    .toHaveAccessibleDescription("That code is not right. 3 tries left, then a pause of 5 minutes.");
  await expect.element(appCode).toHaveValue("118402");
});

test("a recovery code takes the place of the app", async () => {
  const { router } = await openStep();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  const field = page.getByRole("textbox", { name: "Recovery code" });
  await expect.element(field).toHaveFocus();
  await field.fill("k7fq29");
  await next.click();
  await expect.element(field).toHaveAccessibleDescription("Enter a code such as k7fq-29xm.");
  await field.fill("k7fq-29xm");
  await next.click();
  await expect.poll(() => router.history.location.pathname).toBe("/stats");
});

test("without recovery codes none are offered", async () => {
  await openStep(["app"]);
  await expect.element(page.getByRole("button", { name: "Log in as somebody else" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Use a recovery code" })).not.toBeInTheDocument();
});

test("somebody else can log in instead", async () => {
  await openStep();
  await page.getByRole("button", { name: "Log in as somebody else" }).click();
  await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("a login that is over begins again, and says why", async () => {
  const { server } = await openStep();
  server.on(finishLogIn, async () => {
    throw new Rejection(409, "This login has taken too long, or was finished already. Log in again.");
  });
  await appCode.fill("491207");
  await next.click();
  await expect.element(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect.element(page.getByRole("alert")).toMatchTextContent("This login has taken too long");
});
