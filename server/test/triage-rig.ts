import { DAY_MS, type Timestamp } from "@groundcrew/shared/lib";
import type { Insertable } from "kysely";
import pino from "pino";
import { afterAll, expect } from "vitest";
import { findAnswer } from "../src/audit/index.ts";
import { isDatabaseAway, type Database, type Db } from "../src/db/index.ts";
import { createApp, type Principal } from "../src/http/index.ts";
import { stationErrorRoutes } from "../src/station-errors/index.ts";
import { Board, startCatchUp } from "../src/stations/index.ts";
import { supportLogRoutes } from "../src/support-log/index.ts";
import { openWebhooks } from "../src/webhooks/index.ts";
import { testDatabase } from "./database.ts";
import { addOrganization, addStation } from "./stations.ts";

/** Two customers with a station each, and everyone who may ask about them. */
export const HARBOR = "gc-00000000000a";
export const FIELD = "gc-00000000000b";

export type Who =
  | "nobody"
  | "harbor user"
  | "harbor manager"
  | "field user"
  | "staff"
  | "admin"
  | "named admin"
  | "harbor key";
type Request = {
  method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
};

/** The calls of triage and the support log on a database of the test file's own, and a board that shows changes. */
export async function triageRig() {
  const { db, url } = await testDatabase();
  const harbor = await addOrganization(db, "Harbor Air");
  const field = await addOrganization(db, "Northfield Agri");
  const provider = await addOrganization(db, "Groundcrew");
  await addStation(db, { name: HARBOR, org_id: harbor });
  await addStation(db, { name: FIELD, org_id: field });

  const principals = new Map<string, Principal>([
    ["harbor user", person(1, "user@harbor.example", { org_id: harbor })],
    ["harbor manager", person(2, "manager@harbor.example", { org_id: harbor, can_manage: true })],
    ["field user", person(3, "user@field.example", { org_id: field })],
    ["staff", person(4, "staff@groundcrew.example", { org_id: provider, isProvider: true })],
    ["admin", person(5, "admin@groundcrew.example", { org_id: provider, isProvider: true, can_admin: true })],
    [
      "named admin",
      person(6, "kari@groundcrew.example", { org_id: provider, isProvider: true, name: "Kari", can_admin: true }),
    ],
    ["harbor key", { kind: "api_key", id: 1, orgId: harbor, provider: false }],
  ]);
  const identify = async (token: string) => principals.get(token) ?? { kind: "anonymous" as const };

  const log = pino({ level: "silent" });
  const board = new Board(Date.now);
  const catchUp = await startCatchUp({ db, url, board, server: "test", log });
  const { app } = await createApp({
    log,
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: { tokenOf: (cookie) => cookie, bySession: identify, byKey: identify },
    findAnswer: (key) => findAnswer(db, key),
    noteRefusal: async () => {},
    isDatabaseAway,
  });
  stationErrorRoutes(app, { db, refresh: catchUp.refresh });
  const webhooks = openWebhooks({ allowPrivate: false });
  supportLogRoutes(app, { db, refresh: catchUp.refresh, webhooks });
  afterAll(() => catchUp.stop());

  async function call(who: Who, path: string, { method = "GET", body, headers = {} }: Request = {}) {
    const proof = who === "harbor key" ? { authorization: `Bearer ${who}` } : { cookie: who };
    return app.inject({
      method,
      url: `/api${path}`,
      headers: { ...proof, ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body), headers: { ...proof, ...headers, ...JSON_BODY } }),
    });
  }

  /** What the station list shows an admin of a station right now. */
  function shown(station: string) {
    const { errors_unresolved, incident_needs_action, incident_pending, incident_pending_urgent } =
      board.find(station, { orgId: null, admin: true })?.facts ?? {};
    return { errors_unresolved, incident_needs_action, incident_pending, incident_pending_urgent };
  }

  return { db, url, app, call, shown };
}

const JSON_BODY = { "content-type": "application/json" };

function person(
  id: number,
  email: string,
  rights: { org_id: number; isProvider?: boolean; name?: string; can_manage?: boolean; can_admin?: boolean },
): Principal {
  const { org_id, isProvider: provider = false, name = "", can_manage = false, can_admin = false } = rights;
  const user = { name, email, can_manage, can_admin, org_id, organization: "" };
  return { kind: "user", id, user, provider };
}

/** Adds errors to a station, one a day going back from 1 May 2026, and returns their ids, newest first. */
export async function addErrors(
  db: Db,
  station: string,
  errors: readonly Partial<Insertable<Database["station_errors"]>>[],
): Promise<number[]> {
  const rows = errors.map((error, index) => ({
    station_name: station,
    error_message: `Error ${index}`,
    time_logged: daysBefore(index),
    ...error,
  }));
  const added = await db.insertInto("station_errors").values(rows).returning("id").execute();
  return added.map(({ id }) => id);
}

/** What makes an error a resolved one. */
export const RESOLVED = {
  time_handled: "2026-05-02T00:00:00.000Z",
  solution: "Replaced the belt",
  handled_by: "someone",
};

/** Noon of 1 May 2026 less so many days. */
export function daysBefore(days: number): Timestamp {
  return new Date(Date.UTC(2026, 4, 1, 12) - days * DAY_MS).toISOString();
}

/** The ids of what a call answered with, which must have been a list. */
export function idsOf(reply: { statusCode: number; json: () => unknown }): number[] {
  expect(reply.statusCode).toBe(200);
  const list: { id: number }[] = JSON.parse(JSON.stringify(reply.json()));
  return list.map(({ id }) => id);
}

/** Adds a tag or alias to the support log and returns its id. */
export async function addTag(db: Db, tag: Insertable<Database["support_log_tags"]>): Promise<number> {
  return (await db.insertInto("support_log_tags").values(tag).returning("id").executeTakeFirstOrThrow()).id;
}

/** Adds an entry to a station's support log and returns its id. */
export async function addEntry(
  db: Db,
  station_name: string,
  more: Partial<Insertable<Database["support_log_entries"]>> = {},
): Promise<number> {
  const entry = { station_name, author: "someone", status: "record", content: "Belt is worn", ...more };
  return (await db.insertInto("support_log_entries").values(entry).returning("id").executeTakeFirstOrThrow()).id;
}

/** Takes the whole support log and all errors away again; tags stay. */
export async function emptyLog(db: Db): Promise<void> {
  await db.deleteFrom("station_errors").execute();
  await db.deleteFrom("support_log_alerts").execute();
  await db.deleteFrom("support_log_entry_tags").execute();
  await db.deleteFrom("support_log_entries").where("parent_id", "is not", null).execute();
  await db.deleteFrom("support_log_entries").execute();
}
