import { getConsoleSettings, type ConsoleSettings } from "@groundcrew/shared/console";
import type { FastifyInstance } from "fastify";
import { answer, route } from "../http/index.ts";

/** Names and options of the deployment. */
export function consoleRoutes(app: FastifyInstance, settings: ConsoleSettings): void {
  route(app, getConsoleSettings, async () => answer(200, settings));
}
