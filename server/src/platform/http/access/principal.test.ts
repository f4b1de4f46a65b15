import { usualPreferences } from "@groundcrew/shared/sessions";
import { endpoint } from "@groundcrew/shared/contract";
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  actsAsSupport,
  authorOf,
  beginAnonymous,
  identifyRequests,
  knownPrincipal,
  mayCall,
  shownAuthorOf,
  type Principal,
} from "./principal.ts";

function person(rights: { can_manage?: boolean; can_admin?: boolean; name?: string } = {}): Principal {
  const { can_manage = false, can_admin = false, name = "" } = rights;
  const user = {
    name,
    email: "ada@harbor.example",
    can_manage,
    can_admin,
    org_id: 1,
    organization: "Harbor Air",
    default_view: null,
    preferences: usualPreferences,
  };
  return { kind: "user", id: 1, user, provider: false };
}
const ANONYMOUS: Principal = { kind: "anonymous" };
const KEY = {
  kind: "api_key",
  id: 1,
  name: "key_abcdefghjk",
  orgId: 1,
  provider: false,
  scopes: ["read_fleet", "write_errors"],
} as const satisfies Principal;
const STATION: Principal = { kind: "station", name: "gc-a" };

const ACCESSES = ["public", "user", "manager", "admin", "station"] as const;

test.each([
  ["nobody", ANONYMOUS, ["yes", "log in", "log in", "log in", "log in"]],
  ["a user", person(), ["yes", "yes", "no", "no", "no"]],
  ["a manager", person({ can_manage: true }), ["yes", "yes", "yes", "no", "no"]],
  ["an admin", person({ can_admin: true }), ["yes", "yes", "yes", "yes", "no"]],
  ["an API key", KEY, ["yes", "no", "no", "no", "no"]],
  ["a station", STATION, ["yes", "no", "no", "no", "yes"]],
])("%s may make the calls for its access only", (_, principal, expected) => {
  expect(ACCESSES.map((access) => mayCall(principal, { access }))).toEqual(expected);
});

test.each([
  ["that no key may make", null, ["no", "no", "no"]],
  ["with another scope", "read_errors", ["no", "no", "no"]],
  ["with one of its scopes", "write_errors", ["yes", "yes", "no"]],
] as const)("an API key of a customer and a call %s", (_, keyScope, expected) => {
  const calls = (["user", "manager", "admin"] as const).map((access) => ({ access, keyScope }));
  expect(calls.map((one) => mayCall(KEY, one))).toEqual(expected);
});

test("an API key of the provider may make calls for admins with their scope", () => {
  const key = { ...KEY, provider: true };
  expect(mayCall(key, { access: "admin", keyScope: "write_errors" })).toBe("yes");
  expect(mayCall(key, { access: "admin", keyScope: "read_errors" })).toBe("no");
  expect(mayCall(key, { access: "admin", keyScope: null })).toBe("no");
});

test("the author of a change is a name, or else an email address, or the kind of program if that has no name", () => {
  expect([person({ name: "Ada" }), person(), KEY, STATION].map(authorOf)).toEqual([
    "Ada",
    "ada@harbor.example",
    "key_abcdefghjk",
    "station",
  ]);
});

test.each([
  ["a user of a customer", person(), false, [false, false]],
  ["staff", { ...person(), provider: true }, true, [false, true]],
  ["an API key of a customer", KEY, false, [false, false]],
  ["an API key of the provider", { ...KEY, provider: true }, true, [false, true]],
  ["nobody", ANONYMOUS, false, [false, false]],
] as const)(
  "of %s, customers see whether they are staff, who act as the support for other organizations",
  (_, principal, isStaff, expected) => {
    expect(shownAuthorOf(principal)).toEqual({ name: authorOf(principal), isStaff });
    expect([1, 2].map((orgId) => actsAsSupport(principal, orgId))).toEqual(expected);
  },
);

/** How requests are identified, with what was looked up; the token `known` needs no database. */
function identifying() {
  const seen: string[] = [];
  const source = (what: string, principal: Principal) => ({
    knownPrincipal: (secret: string, how: boolean | string) => {
      seen.push(`known ${what} ${secret} ${how}`);
      return secret === "known" ? principal : undefined;
    },
    principal: async (secret: string, how: boolean | string) => {
      seen.push(`${what} ${secret} ${how}`);
      return secret === "stored" ? principal : ANONYMOUS;
    },
  });
  const identify = {
    tokenOf: (cookie: string | undefined) => cookie,
    sessions: source("session", person()),
    keys: source("key", KEY),
    settle: async () => void seen.push("settled"),
  };
  return { seen, identify };
}

test("a principal that is known needs no database, and an API key comes before a cookie", () => {
  const { seen, identify } = identifying();
  const known = (headers: Record<string, string>, background = false) =>
    knownPrincipal({ headers, ip: "127.0.0.1" }, identify, background)?.kind;
  expect(known({})).toBe("anonymous");
  expect(known({ cookie: "known" })).toBe("user");
  expect(known({ cookie: "other" }, true)).toBeUndefined();
  expect(known({ cookie: "known", authorization: "Bearer known" })).toBe("api_key");
  expect(known({ cookie: "known", authorization: "Basic known" })).toBe("user");
  expect(seen).toEqual([
    "known session known false",
    "known session other true",
    "known key known 127.0.0.1",
    "known session known false",
  ]);
});

const replies = { 200: z.null() };
const call = {
  name: "call",
  summary: "A call.",
  method: "POST",
  path: "/api/call",
  access: "user",
  keyScope: null,
  replies,
} as const;
const { keyScope: _, ...called } = call;
const ENDPOINTS = {
  call: endpoint(call),
  read: endpoint({ ...call, method: "GET" }),
  stream: endpoint({ ...call, method: "GET", events: { hello: z.null() } }),
  station: endpoint({ ...called, access: "station" }),
  token: endpoint({ ...call, ownToken: true }),
};

/** An app with one call of each kind; `fails` has status 400. */
async function openApp() {
  const { seen, identify } = identifying();
  const tokens: unknown[] = [];
  const app = fastify();
  onTestFinished(() => app.close());
  beginAnonymous(app);
  identifyRequests(app, identify);
  for (const [name, one] of Object.entries(ENDPOINTS)) {
    app.route({
      method: one.method,
      url: `/${name}`,
      config: { endpoint: one },
      handler: async (request, reply) => {
        const { fails } = z.object({ fails: z.string().optional() }).parse(request.query);
        const { principal, sessionToken: token } = request;
        return reply.status(fails === undefined ? 200 : 400).send({ kind: principal.kind, token });
      },
    });
  }
  app.get("/page", (request, reply) => reply.send({ kind: request.principal.kind }));
  async function send(method: "GET" | "POST", url: string, headers: Record<string, string> = {}) {
    seen.length = 0;
    const reply = await app.inject({ method, url, headers });
    const { kind, message, token } = reply.json();
    tokens.push(token);
    return [reply.statusCode, kind ?? message, ...seen];
  }
  return { send, tokens };
}

test("a session that is not known is looked up, in the background if the page has sent the request by itself", async () => {
  const { send } = await openApp();
  expect(await send("GET", "/read", { cookie: "stored" })).toEqual([
    200,
    "user",
    "known session stored false",
    "session stored false",
  ]);
  expect(await send("GET", "/read", { cookie: "ended", "x-background": "1" })).toEqual([
    200,
    "anonymous",
    "known session ended true",
    "session ended true",
  ]);
  expect(await send("GET", "/stream", { cookie: "known" })).toEqual([200, "user", "known session known true"]);
  expect(await send("GET", "/read")).toEqual([200, "anonymous"]);
});

test("an API key that is not valid is refused, also with the cookie of a session", async () => {
  const { send } = await openApp();
  const refused = [
    401,
    expect.stringContaining("API key is not valid"),
    "known key wrong 127.0.0.1",
    "key wrong 127.0.0.1",
  ];
  expect(await send("GET", "/read", { cookie: "known", authorization: "Bearer wrong" })).toEqual(refused);
  expect(await send("GET", "/read", { authorization: "Bearer stored" })).toEqual([
    200,
    "api_key",
    "known key stored 127.0.0.1",
    "key stored 127.0.0.1",
  ]);
});

test("a session is the caller's own only without an API key", async () => {
  const { send, tokens } = await openApp();
  await send("POST", "/call", { cookie: "known" });
  await send("POST", "/call", { cookie: "known", authorization: "Bearer known" });
  expect(tokens).toEqual(["known", undefined]);
});

test("pages, and calls with a token of their own, are anonymous", async () => {
  const { send } = await openApp();
  expect(await send("GET", "/page", { cookie: "known" })).toEqual([200, "anonymous"]);
  expect((await send("POST", "/token", { cookie: "known" })).slice(0, 2)).toEqual([200, "anonymous"]);
});

test("only a change that succeeds waits until what it has ended is known", async () => {
  const { send } = await openApp();
  expect(await send("POST", "/call", { cookie: "known" })).toContain("settled");
  expect(await send("POST", "/call?fails", { cookie: "known" })).not.toContain("settled");
  expect(await send("GET", "/read", { cookie: "known" })).not.toContain("settled");
  expect(await send("POST", "/station", { cookie: "known" })).not.toContain("settled");
});
