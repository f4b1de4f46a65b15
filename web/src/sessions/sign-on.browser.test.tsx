import { beginSignOn, findSignOn, getSession, logIn, type SessionUser } from "@groundcrew/shared/sessions";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { customer, startFakeConsole } from "../../test/fake-console.ts";
import { Rejection } from "../../test/fake-server.ts";
import { openConsole } from "../../test/open-console.tsx";
import { finishSignOnAgain } from "./sign-on-again.ts";
import { takeSignOnResponse } from "./sign-on.ts";

const email = page.getByLabelText("Email Address");
const button = page.getByRole("button", { name: "Continue with Harbor Air SSO" });
const google = page.getByRole("button", { name: "Continue with Google (Limited Beta)" });
const KEY = "single-sign-on";
const REMEMBERED = "domain=harbor.example&name=Harbor+Air+SSO";

beforeEach(() => {
  localStorage.removeItem(KEY);
  sessionStorage.removeItem(KEY);
});

function openLogin(path = "/login") {
  const server = startFakeConsole({ user: customer });
  server.on(getSession, async (): Promise<{ status: 200; body: { user: SessionUser } }> => {
    throw new Rejection(401, "Nobody is logged in.");
  });
  server.on(findSignOn, async ({ query: { domain } }) => ({
    status: 200 as const,
    body: { name: domain === "harbor.example" ? "Harbor Air SSO" : null },
  }));
  return { server, ...openConsole(path) };
}

test("the login page offers single sign-on once an address of its domain is entered", async () => {
  const { server } = openLogin();
  await email.fill("ada@skyline.example");
  await userEvent.tab();
  await expect.poll(() => server.requestsTo(findSignOn)).toHaveLength(1);
  await expect.element(button).not.toBeInTheDocument();
  for (const unfinished of ["ada", "ada@", "ada@harbor"]) {
    await email.fill(unfinished);
    await userEvent.tab();
  }
  await email.fill("Ada@Harbor.example");
  await userEvent.tab();
  await expect.element(button).toBeVisible();
  await expect.element(google).toBeVisible();
  expect(server.requestsTo(findSignOn)).toHaveLength(2);
});

test("an identity provider that does not respond is reported on the form, and everything else stays usable", async () => {
  localStorage.setItem(KEY, REMEMBERED);
  const { server } = openLogin();
  const sentence = "Harbor Air SSO is not responding. Log in with your password, or try again in a moment.";
  server.on(beginSignOn, async () => {
    throw new Rejection(503, sentence);
  });
  await button.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(sentence);
  await expect.element(button).toBeEnabled();
  await expect.element(page.getByRole("button", { name: "Continue", exact: true })).toBeEnabled();
});

test("the answer of an identity provider is read once, and the browser remembers where somebody has logged in", () => {
  sessionStorage.setItem(KEY, `${REMEMBERED}&r=%2Fstats`);
  const taken = takeSignOnResponse("?r=%2Fevil&code=c&state=s&iss=https%3A%2F%2Flogin.harbor.example");
  expect([taken?.response.answer, taken?.r]).toEqual([
    "code=c&state=s&iss=https%3A%2F%2Flogin.harbor.example",
    "/stats",
  ]);
  expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual([null, null]);
  taken?.response.remember();
  expect(new URLSearchParams(localStorage.getItem(KEY) ?? "").get("name")).toBe("Harbor Air SSO");
});

test.each(["", "?r=%2Fstats", "?code=c", "?state=s", "?r=%2F%3Fcode%3Dc%26state%3Ds"])(
  "the address %j has no answer of an identity provider",
  (search) => {
    sessionStorage.setItem(KEY, REMEMBERED);
    expect(takeSignOnResponse(search)).toBeNull();
  },
);

test("an answer that this tab has not asked for is left alone", () => {
  expect(takeSignOnResponse("?code=c&state=s")).toBeNull();
});

test("the login page says that this tab has not asked for an answer, and removes it from the address", async () => {
  const address = window.location.href;
  onTestFinished(() => window.history.replaceState(null, "", address));
  window.history.replaceState(null, "", "?code=c&state=s");
  const { server, router } = openLogin("/login?code=c&state=s");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("This login was started in another tab or browser, or has already been used. Try again.");
  await expect.poll(() => router.history.location.href).toBe("/login");
  expect(server.requestsTo(logIn)).toEqual([]);
});

test.each([
  ["accepted", "You have confirmed that it is you."],
  ["refused", "It was not confirmed that it is you."],
])("somebody who is logged in comes back to where they were with an answer that is %s", async (outcome, message) => {
  sessionStorage.setItem(KEY, `${REMEMBERED}&r=%2Fstats`);
  const server = startFakeConsole({ user: customer });
  server.on(logIn, async () => {
    if (outcome === "refused") throw new Rejection(401, "Harbor Air SSO did not confirm this sign-in. Try again.");
    return { status: 201 as const, body: { user: customer } };
  });
  const { client } = openConsole("/");
  await expect.element(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  expect(await finishSignOnAgain(client, "?code=c&state=s")).toBe("/stats");
  await expect.element(page.getByText(message)).toBeVisible();
  expect(server.requestsTo(logIn).map(({ body }) => body)).toEqual([{ type: "sso", answer: "code=c&state=s" }]);
  expect(await finishSignOnAgain(client, "?code=c&state=s")).toBeUndefined();
});
