import { usualPreferences } from "@groundcrew/shared/sessions";
import { keyScope } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import pino from "pino";
import { afterAll } from "vitest";
import { findAnswer } from "../src/audit/index.ts";
import { isDatabaseUnavailable, type Db, type SharedDb } from "../src/platform/db/index.ts";
import { createApp, type Principal } from "../src/platform/http/index.ts";
import { Board, startCatchUp, type CatchUp } from "../src/stations/index.ts";
import { testDatabase } from "./database.ts";
import { declaredReplies } from "./declared-replies.ts";
import { apiKeyOf, identifyBy } from "./identify.ts";
import { addOrganization, addStation } from "./stations.ts";

/** One station of each of two customers, and a name that no station has. */
export const HARBOR = "gc-00000000000a";
export const FIELD = "gc-00000000000b";
export const INVENTED = "gc-0000000000ff";

export const EVERYONE = [
  "nobody",
  "harbor user",
  "harbor manager",
  "harbor key",
  "field user",
  "staff",
  "admin",
] as const;
export type Who =
  | (typeof EVERYONE)[number]
  | "named admin"
  | "admin later"
  | "staff manager"
  | "full harbor key"
  | "full key";

/** Everyone who is not an admin, with the status they get for admin-only calls. */
export const NOT_ADMINS: [Who, number][] = [
  ["nobody", 401],
  ["harbor user", 403],
  ["harbor manager", 403],
  ["harbor key", 403],
  ["field user", 403],
  ["staff", 403],
];

export type CallRequest = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
};

/** `every` is the database for the server's own work. */
type CallsApp = { app: FastifyInstance; db: SharedDb; every: Db; board: Board; refresh: CatchUp["refresh"] };

/** The calls that `add` registers, on a database of the test file's own, with a board that shows changes. */
export async function callsRig({ now, add }: { now: () => number; add: (app: CallsApp) => void }) {
  const { db, shared, url, asOwner } = await testDatabase();
  const provider = await addOrganization(db, "Groundcrew");
  await db.updateTable("organizations").set({ is_provider: true }).where("id", "=", provider).execute();
  const harbor = await addOrganization(db, "Harbor Air");
  const field = await addOrganization(db, "Northfield Agri");
  await addStation(db, { name: HARBOR, org_id: harbor });
  await addStation(db, { name: FIELD, org_id: field });

  const principals = principalsOf({ provider, harbor, field });
  const log = pino({ level: "silent" });
  const board = new Board(now);
  const catchUp = await startCatchUp({ db, url, board, server: "test", log });
  afterAll(() => catchUp.stop());
  const { app } = await createApp({
    log,
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: identifyBy((token) => principals.get(token)),
    findAnswer: (key) => findAnswer(db, key),
    storeRefusal: async () => {},
    isDatabaseUnavailable,
    now,
  });
  const check = declaredReplies(app);
  add({ app, db: shared, every: db, board, refresh: catchUp.refresh });

  async function call(who: Who, path: string, { method = "GET", body, headers = {} }: CallRequest = {}) {
    const credentials = who === "harbor key" ? { authorization: `Bearer ${who}` } : { cookie: who };
    const reply = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...credentials, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    check(reply);
    return reply;
  }

  return { app, asOwner, board, call, db, refresh: catchUp.refresh, url, orgs: { provider, harbor, field } };
}

/** Adds the people who call as users, for calls that store who made them. */
export async function addPeople(db: Db, { harbor, provider }: { harbor: number; provider: number }): Promise<void> {
  for (const [id, email] of [
    "user@harbor",
    "manager@harbor",
    "user@field",
    "staff",
    "admin",
    "kari",
    "manager@staff",
  ].entries()) {
    const org = email.endsWith("harbor") ? harbor : provider;
    await sql`insert into users (id, email, org_id) overriding system value values (${id + 1}, ${email}, ${org})`.execute(
      db,
    );
  }
}

/** Of a user with a second factor, who has not lately proven who they are. */
const LATER = { isConfirmed: false, hasSecondStep: true };

function principalsOf({ provider, harbor, field }: { provider: number; harbor: number; field: number }) {
  const ofProvider = { org_id: provider, isProvider: true };
  return new Map<string, Principal>([
    ["harbor user", person(1, "user@harbor.example", { org_id: harbor })],
    ["harbor manager", person(2, "manager@harbor.example", { org_id: harbor, can_manage: true })],
    ["field user", person(3, "user@field.example", { org_id: field })],
    ["staff", person(4, "staff@groundcrew.example", ofProvider)],
    ["admin", person(5, "admin@groundcrew.example", { ...ofProvider, can_admin: true })],
    ["admin later", { ...person(5, "admin@groundcrew.example", { ...ofProvider, can_admin: true }), ...LATER }],
    ["named admin", person(6, "kari@groundcrew.example", { ...ofProvider, name: "Kari", can_admin: true })],
    ["staff manager", person(7, "manager@groundcrew.example", { ...ofProvider, can_manage: true })],
    ["harbor key", apiKeyOf(harbor)],
    ["full harbor key", { ...apiKeyOf(harbor), scopes: keyScope.options }],
    ["full key", { ...apiKeyOf(provider), name: "key_bbbbbbbbbb", provider: true, scopes: keyScope.options }],
  ]);
}

function person(
  id: number,
  email: string,
  rights: { org_id: number; isProvider?: boolean; name?: string; can_manage?: boolean; can_admin?: boolean },
): Extract<Principal, { kind: "user" }> {
  const { org_id, isProvider: provider = false, name = "", can_manage = false, can_admin = false } = rights;
  const user = {
    name,
    email,
    can_manage,
    can_admin,
    org_id,
    organization: "",
    default_view: null,
    preferences: usualPreferences,
  };
  return { kind: "user", id, user, provider, isConfirmed: true };
}
