import { defaultBrand } from "@groundcrew/shared/brand";
import type { Coordinates } from "@groundcrew/shared/stations";
import pino from "pino";
import { afterAll } from "vitest";
import { findAnswer } from "../src/audit/index.ts";
import { configRoutes } from "../src/configs/index.ts";
import { isDatabaseAway } from "../src/db/index.ts";
import { createApp, type Principal } from "../src/http/index.ts";
import { ssotRoutes } from "../src/ssot/index.ts";
import { stationTypeRoutes } from "../src/station-types/index.ts";
import { Board, editStationRoutes, startCatchUp } from "../src/stations/index.ts";
import { statsRoutes } from "../src/stats/index.ts";
import { testDatabase } from "./database.ts";
import { addOrganization, addStation } from "./stations.ts";

/** A station of each of two customers, and a name that no station has. */
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
export type Who = (typeof EVERYONE)[number];

type Request = { method?: "GET" | "POST" | "PATCH" | "PUT"; body?: unknown; headers?: Record<string, string> };

/** The calls about the fleet on a database of the test file's own, with a board that shows what is changed. */
export async function fleetRig() {
  const { db, url } = await testDatabase();
  const provider = await addOrganization(db, "Groundcrew");
  const harbor = await addOrganization(db, "Harbor Air");
  const field = await addOrganization(db, "Northfield Agri");
  await addStation(db, { name: HARBOR, org_id: harbor });
  await addStation(db, { name: FIELD, org_id: field });

  const principals = principalsOf({ provider, harbor, field });
  const identify = async (token: string) => principals.get(token) ?? { kind: "anonymous" as const };

  const clock = { now: Date.parse("2026-06-01T12:00:00.000Z") };
  const now = () => clock.now;
  const places = new Map<string, Coordinates>();
  const disconnected: string[] = [];
  const log = pino({ level: "silent" });
  const board = new Board(now);
  const catchUp = await startCatchUp({ db, url, board, server: "test", log });
  afterAll(() => catchUp.stop());
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
  const { refresh } = catchUp;
  stationTypeRoutes(app);
  configRoutes(app, { db });
  ssotRoutes(app, { db, now, refresh });
  statsRoutes(app, { db, now });
  editStationRoutes(app, {
    db,
    board,
    brand: defaultBrand,
    now,
    refresh,
    geocode: async (address) => places.get(address) ?? null,
    disconnect: async (name) => void disconnected.push(name),
  });

  async function call(who: Who, path: string, { method = "GET", body, headers = {} }: Request = {}) {
    const proof = who === "harbor key" ? { authorization: `Bearer ${who}` } : { cookie: who };
    return app.inject({
      method,
      url: `/api${path}`,
      headers: { ...proof, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  }

  /** Statuses that everyone gets for the same request, by who they are. */
  async function statuses(path: string, request: Request = {}): Promise<Record<string, number>> {
    const replies = await Promise.all(EVERYONE.map((who) => call(who, path, request)));
    return Object.fromEntries(EVERYONE.map((who, index) => [who, replies[index]?.statusCode ?? 0]));
  }

  /** The newest audit row. */
  function lastAudit() {
    return db.selectFrom("audit_entries").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  }

  return { db, board, call, clock, disconnected, lastAudit, orgs: { provider, harbor, field }, places, statuses };
}

function principalsOf({ provider, harbor, field }: { provider: number; harbor: number; field: number }) {
  return new Map<string, Principal>([
    ["harbor user", person(1, "user@harbor.example", { org_id: harbor })],
    ["harbor manager", person(2, "manager@harbor.example", { org_id: harbor, can_manage: true })],
    ["field user", person(3, "user@field.example", { org_id: field })],
    ["staff", person(4, "staff@groundcrew.example", { org_id: provider, isProvider: true })],
    ["admin", person(5, "admin@groundcrew.example", { org_id: provider, isProvider: true, can_admin: true })],
    ["harbor key", { kind: "api_key", id: 1, orgId: harbor, provider: false }],
  ]);
}

function person(
  id: number,
  email: string,
  rights: { org_id: number; isProvider?: boolean; can_manage?: boolean; can_admin?: boolean },
): Principal {
  const { org_id, isProvider: provider = false, can_manage = false, can_admin = false } = rights;
  const user = { name: "", email, can_manage, can_admin, org_id, organization: "" };
  return { kind: "user", id, user, provider };
}
