import { usualPreferences } from "@groundcrew/shared/sessions";
import { defaultBrand } from "@groundcrew/shared/brand";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { isDatabaseUnavailable, type Db } from "../src/platform/db/index.ts";
import { createApp, type Principal } from "../src/platform/http/index.ts";
import { stationRoutes, type Board } from "../src/stations/index.ts";
import { identifyBy } from "./identify.ts";

/** The calls of stations on a real server. The cookie is the name of the user who makes the request. */
export async function stationsApp(
  db: Db,
  board: Board,
  principals: Record<string, Principal>,
): Promise<FastifyInstance> {
  const { app } = await createApp({
    log: pino({ level: "silent" }),
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: identifyBy((name) => principals[name]),
    findAnswer: async () => undefined,
    storeRefusal: async () => {},
    isDatabaseUnavailable,
    now: () => board.now(),
  });
  stationRoutes(app, { db, board, brand: defaultBrand });
  return app;
}

/** A user of an organization; one of the provider's sees all. */
export function userOf(org_id: number, { provider = false, can_admin = false } = {}) {
  const user = {
    name: "",
    email: "user@example.com",
    can_manage: false,
    can_admin,
    org_id,
    organization: "",
    default_view: null,
    preferences: usualPreferences,
  };
  return { kind: "user", id: 1, user, provider, isConfirmed: true } satisfies Principal;
}
