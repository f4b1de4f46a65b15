import {
  archiveErrorGroups,
  mergeErrorGroups,
  removeGroupFingerprint,
  resolveErrorGroups,
  setGroupReadinessEffect,
  splitErrorGroup,
  unarchiveErrorGroups,
} from "@groundcrew/shared/error-groups";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { route } from "../platform/http/index.ts";
import { archive, merge, removeFingerprint, setEffect, unarchive } from "./acts/acts.ts";
import { readingRoutes } from "./reading-routes.ts";
import { split } from "./acts/split-group.ts";
import { resolveAll } from "./acts/resolve-groups.ts";

type GroupOptions = {
  db: SharedDb;
  now: () => number;
  /** Updates changed stations in the station list. */
  refresh: (names: readonly string[]) => Promise<void>;
};

/** Groups of station errors, and acts on them. */
export function errorGroupRoutes(app: FastifyInstance, { db, now, refresh }: GroupOptions): void {
  readingRoutes(app, { db, now });
  route(app, resolveErrorGroups, async (call) => {
    const { outcome, stations } = await resolveAll(scoped(db, call.scope), call, now());
    await refresh(stations);
    return outcome;
  });
  route(app, archiveErrorGroups, (call) => archive(scoped(db, call.scope), call, now()));
  route(app, unarchiveErrorGroups, (call) => unarchive(scoped(db, call.scope), call, now()));
  route(app, mergeErrorGroups, (call) => merge(scoped(db, call.scope), call, now()));
  route(app, removeGroupFingerprint, (call) => removeFingerprint(scoped(db, call.scope), call, now()));
  route(app, setGroupReadinessEffect, (call) => setEffect(scoped(db, call.scope), call, now()));
  route(app, splitErrorGroup, (call) => split(scoped(db, call.scope), call, now()));
}
