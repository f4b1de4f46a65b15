import { usualPreferences } from "@groundcrew/shared/sessions";
import { createApp, type Principal } from "@groundcrew/server/platform/http";
import pino from "pino";

type App = Awaited<ReturnType<typeof createApp>>["app"];

const USER = {
  name: "",
  email: "a@b.example",
  can_manage: true,
  can_admin: true,
  org_id: 1,
  organization: "Groundcrew",
  default_view: null,
  preferences: usualPreferences,
};

/** An app without routes, in which every request is one of an admin of the provider, or of a manager of the customer with this id. */
export async function appFor(who: "admin" | { managerOf: number }): Promise<App> {
  const principal: Principal =
    who === "admin"
      ? { kind: "user", id: 1, user: USER, provider: true }
      : { kind: "user", id: 2, user: { ...USER, can_admin: false, org_id: who.managerOf }, provider: false };
  const onlyOne = { principal: async () => principal, knownPrincipal: () => principal };
  const { app } = await createApp({
    log: pino({ level: "silent" }),
    origin: "http://127.0.0.1:4000",
    tileOrigin: null,
    trustProxy: [],
    identify: { tokenOf: () => "token", sessions: onlyOne, keys: onlyOne, settle: async () => {} },
    findAnswer: async () => undefined,
    storeRefusal: async () => {},
    isDatabaseUnavailable: () => false,
    now: Date.now,
  });
  return app;
}
