import { getConsoleSettings, getOpenApi, type ConsoleSettings } from "@groundcrew/shared/console";
import { openApi, ReadyJson, type Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { answer, route } from "../http/index.ts";

/** Names and options of the deployment, and the description of every call in `endpoints`. */
export function consoleRoutes(
  app: FastifyInstance,
  { settings, endpoints, version }: { settings: ConsoleSettings; endpoints: readonly Endpoint[]; version: string },
): void {
  route(app, getConsoleSettings, async () => answer(200, settings));

  let document: ReadyJson | undefined;
  route(app, getOpenApi, async () => {
    // Made at the first request: only then every route has been added.
    document ??= new ReadyJson(JSON.stringify(openApi(endpoints, { title: `${settings.brand.product} API`, version })));
    return answer(200, document);
  });
}
