import { listQuarantinedEvents, listRefusedStations, type RefusedStation } from "@groundcrew/shared/link";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/index.ts";
import { answer, route } from "../http/index.ts";
import { selectQuarantined } from "./quarantine-queries.ts";

/** What went wrong on the link, for admins. `refused` names the stations that were not let in, latest try first. */
export function linkRoutes(app: FastifyInstance, { db, refused }: { db: Db; refused: () => RefusedStation[] }): void {
  route(app, listQuarantinedEvents, async ({ query }) => answer(200, await selectQuarantined(db, query)));

  route(app, listRefusedStations, async () => answer(200, refused()));
}
