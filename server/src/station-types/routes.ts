import { ReadyJson } from "@groundcrew/shared/contract";
import { builtInStationTypes, getStationTypes } from "@groundcrew/shared/station-types";
import type { FastifyInstance } from "fastify";
import { answer, route } from "../http/index.ts";

/** The properties of each station type. */
export function stationTypeRoutes(app: FastifyInstance): void {
  const types = new ReadyJson(JSON.stringify(builtInStationTypes));
  route(app, getStationTypes, async () => answer(200, types));
}
