import {
  listQuarantinedEvents,
  listRefusedStations,
  listUnreadMessages,
  type RefusedStation,
  type UnreadMessage,
} from "@groundcrew/shared/link";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/index.ts";
import { answer, route } from "../http/index.ts";
import { selectQuarantined } from "./quarantine-queries.ts";

type LinkRoutes = {
  db: Db;
  /** The stations that were not let in, latest try first. */
  refused: () => RefusedStation[];
  /** Of each station the last message that could not be read, latest first. */
  unread: () => UnreadMessage[];
};

/** What went wrong on the link, for admins. */
export function linkRoutes(app: FastifyInstance, { db, refused, unread }: LinkRoutes): void {
  route(app, listQuarantinedEvents, async ({ query }) => answer(200, await selectQuarantined(db, query)));

  route(app, listRefusedStations, async () => answer(200, refused()));

  route(app, listUnreadMessages, async () => answer(200, unread()));
}
