import { getSession, logIn, logOut, type SessionUser } from "@groundcrew/shared/sessions";
import type { QueryClient } from "@tanstack/react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import { customer } from "../../test/fake-console.ts";
import { Rejection, startFakeServer } from "../../test/fake-server.ts";
import { sessionKeys } from "./index.ts";
import { makeQueryClient } from "../data/query-client.ts";
import {
  currentUser,
  endServerSession,
  endSession,
  forgetSession,
  hasSessionEnded,
  onSessionChange,
  reloadSession,
} from "./session.ts";
import { attemptLogin } from "./log-in.ts";

const other: SessionUser = { ...customer, email: "user@skyline.example", org_id: 3, organization: "Skyline Logistics" };
const LOADED = ["what the user has loaded"];
const PUBLIC = ["what is the same for everyone"];
const login = { email: customer.email, password: "correct" };

/** A page with a user, or without one, who has loaded something. `setServerUser` sets the user whom the server knows from then on; null is nobody. */
function openPage(user: SessionUser | null) {
  const server = startFakeServer();
  const client = makeQueryClient();
  onTestFinished(() => client.clear());
  client.setQueryData(sessionKeys.current, user);
  client.setQueryData(LOADED, "loaded");
  client.setQueryDefaults(PUBLIC, { meta: { isPublic: true } });
  client.setQueryData(PUBLIC, "public");
  const setServerUser = (next: SessionUser | null) =>
    server.on(getSession, async () => {
      if (next === null) throw new Rejection(401, "Nobody is logged in.");
      return { status: 200 as const, body: { user: next } };
    });
  server.on(logIn, async () => ({ status: 201 as const, body: { user: customer } }));
  server.on(logOut, async () => ({ status: 204 as const, body: null }));
  return { server, client, setServerUser };
}

const loadedBy = (client: QueryClient) => [client.getQueryData(LOADED), client.getQueryData(PUBLIC)];

/** The messages to other tabs from now on. */
function watchTabs(): unknown[] {
  const received: unknown[] = [];
  const channel = new BroadcastChannel("session");
  channel.addEventListener("message", ({ data }) => received.push(data));
  onTestFinished(() => channel.close());
  return received;
}

describe("a login", () => {
  test("loads the user and notifies the other tabs", async () => {
    const { client, setServerUser } = openPage(null);
    const received = watchTabs();
    setServerUser(customer);
    await attemptLogin(client, login);
    expect(currentUser(client)).toEqual(customer);
    await expect.poll(() => received).toEqual(["login"]);
  });

  test("that is rejected loads no user", async () => {
    const { server, client } = openPage(null);
    server.on(logIn, async () => {
      throw new Rejection(401, "The email address or password is wrong.");
    });
    await expect(attemptLogin(client, login)).rejects.toThrow("The email address or password is wrong.");
    expect(currentUser(client)).toBeNull();
    expect(server.requestsTo(getSession)).toEqual([]);
  });

  // @spec 291.2
  test("after which the server still knows nobody fails with 'Failed user load.'", async () => {
    const { client, setServerUser } = openPage(null);
    setServerUser(null);
    await expect(attemptLogin(client, login)).rejects.toThrow("Failed user load.");
    expect(currentUser(client)).toBeNull();
  });

  test("clears the mark of an ended session", async () => {
    const { client, setServerUser } = openPage(customer);
    endSession(client);
    expect(hasSessionEnded(client)).toBe(true);
    setServerUser(customer);
    await attemptLogin(client, login);
    expect(hasSessionEnded(client)).toBe(false);
  });
});

describe("a logout", () => {
  test("ends the session on the server, and notifies the other tabs", async () => {
    const { server } = openPage(customer);
    const received = watchTabs();
    await endServerSession();
    expect(server.requestsTo(logOut)).toHaveLength(1);
    await expect.poll(() => received).toEqual(["logout"]);
  });

  test("removes the user and what they have loaded, but not what everyone sees", () => {
    const { client } = openPage(customer);
    forgetSession(client);
    expect(currentUser(client)).toBeNull();
    expect(loadedBy(client)).toEqual([undefined, "public"]);
    expect(hasSessionEnded(client)).toBe(false);
  });

  test("by the server does the same, and the login page says that the session has ended", () => {
    const { client } = openPage(customer);
    endSession(client);
    expect(currentUser(client)).toBeNull();
    expect(loadedBy(client)).toEqual([undefined, "public"]);
    expect(hasSessionEnded(client)).toBe(true);
  });

  test("changes nothing without a user", () => {
    const { client } = openPage(null);
    endSession(client);
    expect(loadedBy(client)).toEqual(["loaded", "public"]);
    expect(hasSessionEnded(client)).toBe(false);
  });
});

describe("a check of the session", () => {
  test("requests nothing while nobody is logged in", async () => {
    const { server, client } = openPage(null);
    await reloadSession(client);
    expect(server.requests).toEqual([]);
  });

  test("requests nothing during a logout in this tab, and does after one that failed", async () => {
    const { server, client, setServerUser } = openPage(customer);
    const answer = Promise.withResolvers<void>();
    setServerUser(customer);
    server.on(logOut, async () => {
      await answer.promise;
      throw new Rejection(503, "The database is not available.");
    });
    const logout = endServerSession();
    await reloadSession(client);
    expect(server.requestsTo(getSession)).toEqual([]);
    answer.resolve();
    await expect(logout).rejects.toThrow("The database is not available.");
    await reloadSession(client);
    expect(server.requestsTo(getSession)).toHaveLength(1);
  });

  test("keeps what is loaded while the user is the same, and shows their new name", async () => {
    const { client, setServerUser } = openPage(customer);
    setServerUser({ ...customer, name: "Ada Berg" });
    await reloadSession(client);
    expect(currentUser(client)?.name).toBe("Ada Berg");
    expect(loadedBy(client)).toEqual(["loaded", "public"]);
  });

  test.each<[string, SessionUser]>([
    ["another user", other],
    ["the same user with other rights", { ...customer, can_manage: true }],
  ])("that finds %s forgets what was loaded", async (_, found) => {
    const { client, setServerUser } = openPage(customer);
    setServerUser(found);
    await reloadSession(client);
    expect(currentUser(client)).toEqual(found);
    expect(loadedBy(client)).toEqual([undefined, "public"]);
    expect(hasSessionEnded(client)).toBe(false);
  });

  test("that finds no user ends the session", async () => {
    const { client, setServerUser } = openPage(customer);
    setServerUser(null);
    await reloadSession(client);
    expect(currentUser(client)).toBeNull();
    expect(hasSessionEnded(client)).toBe(true);
  });

  test("that fails changes nothing", async () => {
    const { server, client } = openPage(customer);
    server.setFault("database");
    await reloadSession(client);
    expect(currentUser(client)).toEqual(customer);
    expect(loadedBy(client)).toEqual(["loaded", "public"]);
  });

  test("is ignored when its response arrives after that of a later check", async () => {
    const { server, client, setServerUser } = openPage(customer);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getSession, async () => {
      await released;
      return { status: 200 as const, body: { user: other } };
    });
    const first = reloadSession(client);
    await expect.poll(() => server.requestsTo(getSession).length).toBe(1);
    setServerUser({ ...customer, name: "Ada Berg" });
    await reloadSession(client);
    release();
    await first;
    expect(currentUser(client)?.name).toBe("Ada Berg");
  });

  test("is ignored when someone has logged in here meanwhile", async () => {
    const { server, client, setServerUser } = openPage(customer);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getSession, async () => {
      await released;
      throw new Rejection(401, "Nobody is logged in.");
    });
    const check = reloadSession(client);
    await expect.poll(() => server.requestsTo(getSession).length).toBe(1);
    setServerUser(other);
    await attemptLogin(client, login);
    release();
    await check;
    expect(currentUser(client)).toEqual(other);
    expect(hasSessionEnded(client)).toBe(false);
  });

  test("is ignored when someone has logged out here in the meantime", async () => {
    const { server, client } = openPage(customer);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    server.on(getSession, async () => {
      await released;
      return { status: 200 as const, body: { user: other } };
    });
    const check = reloadSession(client);
    await expect.poll(() => server.requestsTo(getSession).length).toBe(1);
    forgetSession(client);
    release();
    await check;
    expect(currentUser(client)).toBeNull();
  });
});

test("each login and logout is reported, but not the first load of the user nor the same user again", () => {
  const client = makeQueryClient();
  onTestFinished(() => client.clear());
  const reported: (string | undefined)[] = [];
  onSessionChange(client, () => reported.push(currentUser(client)?.email));
  const load = (user: SessionUser | null) => client.setQueryData(sessionKeys.current, user);
  load(customer);
  expect(reported).toEqual([]);
  load(null);
  load(other);
  load({ ...other });
  expect(reported).toEqual([undefined, other.email]);
});
