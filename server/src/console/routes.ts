import { getApiDocs, getConsoleSettings, getOpenApi, type ConsoleSettings } from "@groundcrew/shared/console";
import { openApi, ReadyJson, type Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { answer, route } from "../http/index.ts";
import { docsPage, docsPolicy } from "./docs-page.ts";

type Options = {
  settings: ConsoleSettings;
  endpoints: readonly Endpoint[];
  version: string;
  /** Name of the session cookie. */
  cookie: string;
};

/** Routes of the deployment's names and options, and of the API documentation of `endpoints` as OpenAPI and HTML. */
export function consoleRoutes(app: FastifyInstance, { settings, endpoints, version, cookie }: Options): void {
  const about = { title: `${settings.brand.product} API`, version, cookie };

  route(app, getConsoleSettings, async () => answer(200, settings));

  let document: ReadyJson | undefined;
  route(app, getOpenApi, async () => {
    // Created at the first request, when all routes have been added.
    document ??= new ReadyJson(JSON.stringify(openApi(endpoints, about)));
    return answer(200, document);
  });

  let page: Buffer | undefined;
  route(app, getApiDocs, async () => {
    page ??= Buffer.from(docsPage(endpoints, about));
    return answer(200, page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": docsPolicy,
    });
  });
}
