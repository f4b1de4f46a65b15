import { createMemoryHistory } from "@tanstack/react-router";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { describe, expect, test } from "vitest";
import { admin, customer, startFakeConsole } from "../../test/fake-console.ts";
import { sessionKeys } from "../sessions/index.ts";
import { makeQueryClient } from "../data/query-client.ts";
import { makeRouter } from "../routes.tsx";

const manager: SessionUser = { ...customer, can_manage: true };

/** Where a path leads a user: the address, and which page of its area is there. */
async function follow(path: string, user: SessionUser = admin) {
  startFakeConsole();
  const client = makeQueryClient();
  client.setQueryData(sessionKeys.current, user);
  const router = makeRouter(client, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const { location, matches } = router.state;
  const { staticData, fullPath } = matches.at(-1) ?? { staticData: {}, fullPath: "" };
  return { href: location.href, route: fullPath, ...staticData };
}

const STATION = "/stations/gc-1";

describe("a path below a station's page", () => {
  // @spec 94.1, 96.1, 98.1
  test.each([
    ["", { tab: "overview" }],
    ["/overview", { tab: "overview" }],
    ["/edit", { tab: "edit" }],
    ["/telemetry", { tab: "telemetry", part: "status" }],
    ["/telemetry/latest", { tab: "telemetry", part: "status" }],
    ["/telemetry/latest/chargers", { tab: "telemetry", part: "chargers" }],
    ["/supportlog", { tab: "supportlog" }],
    ["/config", { tab: "config", part: "current" }],
    ["/config/history", { tab: "config", part: "history" }],
    ["/ssot", { tab: "ssot" }],
    ["/cameras", { tab: "cameras" }],
    ["/streams", { tab: "streams" }],
    ["/config/", { tab: "config", part: "current" }],
  ])("%j opens its tab for an admin", async (path, page) => {
    expect(await follow(`${STATION}${path}`)).toMatchObject({ href: `${STATION}${path}`, station: page });
  });

  test.each(["nothing", "telemetry/latest/nothing", "editor", "edit/1"])("%j has no tab", async (path) => {
    expect(await follow(`${STATION}/${path}`)).toMatchObject({ href: STATION, station: { tab: "overview" } });
  });

  // @spec 95.1, 97.1, 99.1
  test.each(["edit", "supportlog", "ssot"])("%s is for admins", async (path) => {
    expect(await follow(`${STATION}/${path}`, customer)).toMatchObject({ href: STATION, station: { tab: "overview" } });
  });
});

describe("Attention", () => {
  test.each([
    ["/attention", "/attention/{-$alert}"],
    ["/attention/4812", "/attention/{-$alert}"],
    ["/attention/4812?acknowledge=", "/attention/{-$alert}"],
    ["/attention/rules", "/attention/rules"],
    ["/attention/rules/", "/attention/rules"],
    ["/attention/rules/new", "/attention/rules/new"],
    ["/attention/rules/7", "/attention/rules/$rule"],
    ["/attention/channels", "/attention/channels"],
    ["/attention/deliveries?dl-q=x&at-own=mine", "/attention/deliveries"],
    ["/attention/me", "/attention/me"],
  ])("%s is a page", async (href, route) => {
    expect(await follow(href)).toMatchObject({ href, route });
  });

  test.each(["active", "0", "rules/x", "rules/7/x", "channels/1", "nothing"])(
    "%s leads to the alerts",
    async (path) => {
      expect((await follow(`/attention/${path}`)).href).toBe("/attention");
    },
  );

  test("someone who may not change rules sees one, and cannot create one", async () => {
    expect((await follow("/attention/rules/7", customer)).href).toBe("/attention/rules/7");
    expect((await follow("/attention/rules/new", customer)).href).toBe("/attention");
    expect((await follow("/attention/rules/new", manager)).href).toBe("/attention/rules/new");
  });
});

describe("Manage", () => {
  test.each(["users", "apikeys"])("everyone sees /manage/%s", async (page) => {
    const expected = { href: `/manage/${page}`, manage: page };
    expect(await follow(`/manage/${page}`, customer)).toMatchObject(expected);
    expect(await follow(`/manage/${page}`, admin)).toMatchObject(expected);
  });

  test.each(["organizations", "link", "security", "backups", "system"])("%s is for admins only", async (page) => {
    expect(await follow(`/manage/${page}`)).toMatchObject({ href: `/manage/${page}`, manage: page });
    expect((await follow(`/manage/${page}`, manager)).href).toBe("/manage/users");
  });

  test("the audit log is for managers and admins", async () => {
    const pages = await Promise.all([admin, manager, customer].map((user) => follow("/manage/audit", user)));
    expect(pages.map(({ href }) => href)).toEqual(["/manage/audit", "/manage/audit", "/manage/users"]);
  });

  test.each(["", "/user", "/users/1", "/Users"])("there is no page at /manage%s", async (path) => {
    expect((await follow(`/manage${path}`)).href).toBe("/manage/users");
  });
});

describe("the support log", () => {
  test.each([
    ["", "entries"],
    ["/entries", "entries"],
    ["/entries?supportlog-q=belt&own=mine#12", "entries"],
    ["/triage", "triage"],
    ["/triage/groups", "groups"],
    ["/tags", "tags"],
    ["/print", "print"],
  ])("%j is the page %s", async (path, page) => {
    expect(await follow(`/supportlog${path}`)).toMatchObject({ href: `/supportlog${path}`, supportLog: page });
  });

  test.each(["nothing", "tags/1", "groups"])("%s leads to the entries", async (path) => {
    expect((await follow(`/supportlog/${path}`)).href).toBe("/supportlog/entries");
  });

  test("is for admins", async () => {
    expect((await follow("/supportlog/entries", manager)).href).toBe("/");
  });
});

describe("SSoT", () => {
  test.each(["", "/hw-variation", "/replaceables", "/swaps"])("/ssot%s is a page", async (path) => {
    expect((await follow(`/ssot${path}`)).href).toBe(`/ssot${path}`);
  });

  test("replaceables and swap counts are for admins, and there are no other pages", async () => {
    expect((await follow("/ssot/hw-variation", customer)).href).toBe("/ssot/hw-variation");
    expect((await follow("/ssot/replaceables", customer)).href).toBe("/ssot");
    expect((await follow("/ssot/swaps", customer)).href).toBe("/ssot");
    expect((await follow("/ssot/nothing")).href).toBe("/ssot");
  });
});

test("a path without a page leads to the stations", async () => {
  expect((await follow("/nothing/at/all")).href).toBe("/");
});
