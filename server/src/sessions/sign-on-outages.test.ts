import { once } from "node:events";
import { createServer } from "node:http";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { afterAll, beforeEach, expect, test } from "vitest";
import { cookiesOf, NOBODY, PASSWORD } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { signOnRig } from "../../test/sign-on-rig.ts";
import { hashPassword } from "./index.ts";

const { db, clock, orgs, provider, addUser, call, setUp, begin, visit, finish, logIn } = await signOnRig();
const USER = "ada@harbor.example";
const ADA = { sub: "ada", email: USER, email_verified: true };
await addUser(USER, orgs.harbor);

beforeEach(async () => {
  Object.assign(provider.overrides, { failure: null, silent: null });
  await emptyTables(db, ["throttles", "single_sign_on"]);
  await setUp();
});

test("who logs out is sent to where they log out of the identity provider, which gets its own token", async () => {
  const reply = await logIn(ADA);
  const [row] = await db.selectFrom("sessions").select("id_token").where("id_token", "is not", null).execute();
  expect(Buffer.from(row?.id_token ?? []).toString("latin1")).not.toContain("eyJ");
  const loggedOut = await call({ cookie: cookiesOf(reply) }, "DELETE /sessions/current");
  const address = new URL(String(loggedOut.headers["x-log-out-at"]));
  expect([loggedOut.statusCode, address.origin, address.pathname]).toEqual([204, provider.issuer, "/session/end"]);
  expect(address.searchParams.get("post_logout_redirect_uri")).toBe("http://127.0.0.1:4000/login");
  expect((await fetch(address)).status).toBe(200);
  expect((await call({ cookie: cookiesOf(reply) }, "GET /sessions/current")).statusCode).toBe(401);

  const other = await logIn(ADA);
  await setUp({ issuer: "http://127.0.0.1:1", client_secret: "another" });
  const { statusCode, headers } = await call({ cookie: cookiesOf(other) }, "DELETE /sessions/current");
  expect([statusCode, headers["x-log-out-at"]]).toEqual([204, undefined]);
});

test("while the identity provider fails or is silent, a sentence says so and a password works", async () => {
  const password_hash = await hashPassword(PASSWORD);
  await db.updateTable("users").set({ password_hash }).where("email", "=", USER).execute();
  const sentence = "Harbor Air SSO is not responding. Log in with your password, or try again in a moment.";
  for (const outage of [{ silent: "/token" }, { failure: { status: 500, body: "<html>" } }]) {
    const { browser, address } = await begin();
    const answer = await visit(address, ADA);
    Object.assign(provider.overrides, outage);
    const reply = await finish(browser, answer);
    expect([reply.statusCode, reply.json().detail]).toEqual([503, sentence]);
    Object.assign(provider.overrides, { silent: null, failure: null });
  }
  const reply = await call(NOBODY, "POST /sessions/current", { payload: { email: USER, password: PASSWORD } });
  expect(reply.statusCode).toBe(201);
  expect((await logIn(ADA)).statusCode).toBe(201);
});

test("people are not sent to an identity provider that does not answer any more", async () => {
  expect((await logIn(ADA)).statusCode).toBe(201);
  provider.overrides.failure = { status: 502, body: "" };
  clock.ms += 10 * SECOND_MS;
  const reply = await call(NOBODY, "POST /sessions/single-sign-on", { payload: { domain: "harbor.example" } });
  expect([reply.statusCode, reply.headers["set-cookie"]]).toEqual([503, undefined]);
  // Nor is it asked again by everybody.
  provider.overrides.failure = null;
  const again = await call(NOBODY, "POST /sessions/single-sign-on", { payload: { domain: "harbor.example" } });
  expect(again.statusCode).toBe(503);
  clock.ms += 5 * SECOND_MS;
  expect((await logIn(ADA)).statusCode).toBe(201);
});

test("an identity provider that was never reached, or does not know the console any more, is reported", async () => {
  await setUp({ issuer: "http://127.0.0.1:1", client_secret: "x" });
  const unreachable = await call(NOBODY, "POST /sessions/single-sign-on", { payload: { domain: "harbor.example" } });
  expect([unreachable.statusCode, unreachable.headers["retry-after"]]).toEqual([503, "10"]);
  await setUp({ client_secret: "a secret that was replaced" });
  expect((await logIn(ADA)).json().detail).toBe(
    "Harbor Air SSO is misconfigured. Log in with your password, and tell your administrator.",
  );
});

test("an identity provider that redirects to another address is not followed", async () => {
  const reached: string[] = [];
  const inside = createServer((request, response) => {
    reached.push(request.url ?? "");
    response.end("{}");
  });
  inside.listen(0, "127.0.0.1");
  await once(inside, "listening");
  afterAll(() => inside.close());
  const address = inside.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { browser, address: there } = await begin();
  const answer = await visit(there, ADA);
  provider.overrides.failure = { status: 302, body: "", location: `http://127.0.0.1:${port}/secret` };
  expect((await finish(browser, answer)).statusCode).toBe(401);
  expect(reached).toEqual([]);
});

test("a domain without single sign-on has no name, and who asks for many has to wait", async () => {
  const ask = (domain: string) => call(NOBODY, `GET /sessions/single-sign-on?domain=${domain}`);
  expect((await ask("HARBOR.example")).json()).toEqual({ name: "Harbor Air SSO" });
  expect((await ask("skyline.example")).json()).toEqual({ name: null });
  await setUp({ is_on: false });
  expect((await ask("harbor.example")).json()).toEqual({ name: null });
  const begun = await call(NOBODY, "POST /sessions/single-sign-on", { payload: { domain: "harbor.example" } });
  expect(begun.statusCode).toBe(409);
  const statuses = new Set<number>();
  for (let guess = 0; guess < 100; guess += 1) statuses.add((await ask(`customer-${guess}.example`)).statusCode);
  expect([...statuses]).toEqual([200, 429]);
});

test("logins that begin at once ask for the settings of an identity provider once", async () => {
  clock.ms += 10 * SECOND_MS;
  provider.asked.length = 0;
  await Promise.all(Array.from({ length: 10 }, async () => begin()));
  expect(provider.asked).toEqual(["/.well-known/openid-configuration"]);
});
