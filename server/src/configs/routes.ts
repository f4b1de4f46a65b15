import { listStationConfigs } from "@groundcrew/shared/configs";
import type { FastifyInstance } from "fastify";
import type { Db } from "../db/index.ts";
import { answer, notFound, route } from "../http/index.ts";
import { findStation } from "../stations/index.ts";
import { selectConfigs } from "./queries.ts";

/** The configurations a station has reported. */
export function configRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, listStationConfigs, async ({ params, scope }) => {
    if (!(await findStation(db, params.station, scope))) throw notFound();
    return answer(200, await selectConfigs(db, params.station));
  });
}
