import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
  setDefaultView,
} from "@groundcrew/shared/saved-views";
import type { FastifyInstance } from "fastify";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, route } from "../platform/http/index.ts";
import { selectViews } from "./queries.ts";
import { changeOne, createOne, deleteOne, personOf, setDefault } from "./save-view.ts";

/** Saved views of the stations list, of the person who calls and those that others share with their organization. */
export function savedViewRoutes(app: FastifyInstance, { db }: { db: SharedDb }): void {
  route(app, listSavedViews, async ({ principal }) => answer(200, await selectViews(db, personOf(principal))));
  route(app, createSavedView, (call) => createOne(db, call));
  route(app, changeSavedView, (call) => changeOne(db, call));
  route(app, deleteSavedView, (call) => deleteOne(db, call));
  route(app, setDefaultView, (call) => setDefault(db, call));
}
