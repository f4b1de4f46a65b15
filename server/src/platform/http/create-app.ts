import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { type Endpoint, rawBody, TIME_HEADER } from "@groundcrew/shared/contract";
import { nestingDepth } from "@groundcrew/shared/lib";
import { VIOLATIONS_PATH } from "@groundcrew/shared/security";
import helmet from "@fastify/helmet";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { isApiPath, MAX_PARAMETER, readableUrl } from "./addresses.ts";
import { CACHING } from "./replies/etag.ts";
import { readForwardedFor } from "./access/forwarded-for.ts";
import { beginAnonymous, identifyRequests, type Identify } from "./access/principal.ts";
import { limitClients } from "./access/limit-clients.ts";
import { limitLoad } from "./access/limit-load.ts";
import { measureRequests } from "./metrics.ts";
import { Problem } from "./problem.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { rememberAnswers, type FindAnswer } from "./replay.ts";
import { refuseForeignOrigins } from "./access/same-origin.ts";
import { sendProblems, type ProblemOptions } from "./send-problems.ts";

export type AppOptions = ProblemOptions & {
  log: FastifyBaseLogger;
  /** Public address of the console, such as `https://console.example.com`. */
  origin: string;
  /** Origin of the map tiles, for the content security policy. */
  tileOrigin: string | null;
  trustProxy: readonly string[];
  identify: Identify;
  findAnswer: FindAnswer;
  /** The time by the database's clock (ms). */
  now: () => number;
};

const MAX_BODY_BYTES = 1024 * 1024;
const TIMEOUTS = {
  // With the time until Node checks, a client that sends its headers too slowly is disconnected within ten seconds.
  headersTimeout: 8_000,
  // For headers and body together: images of 10 MB arrive over slow links.
  requestTimeout: 30_000,
  // How often Node checks for requests that take longer.
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  // A request without a host gets an answer like any other.
  requireHostHeader: false,
};
const REPORTING_GROUP = "csp";
const MAX_CONNECTIONS = 5_000;

/** An HTTP server with the hooks for every request and no routes yet; `endpoints` fills up as routes are added. */
export async function createApp(
  options: AppOptions,
): Promise<{ app: FastifyInstance; endpoints: readonly Endpoint[] }> {
  const unreadable = refuseUnreadable(options.origin);
  const app = fastify({
    loggerInstance: options.log,
    // Queries may contain emails and codes, so requests are logged by route, and only when they fail.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    serverFactory: (handle) =>
      createServer(TIMEOUTS, (request, response) => {
        response.setHeader(TIME_HEADER, new Date(options.now()).toISOString());
        handle(request, response);
      }),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    routerOptions: { maxParamLength: MAX_PARAMETER },
    rewriteUrl: readableUrl,
    clientErrorHandler: unreadable.clientErrorHandler,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    // Requests that were sent before the port closed are answered.
    return503OnClosing: false,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  measureRequests(app);
  sendProblems(app, options);
  acceptBodies(app);
  const endpoints = collectEndpoints(app);
  await setSecurityHeaders(app, options);
  setApiHeaders(app);
  unreadable.refuseRest(app);
  beginAnonymous(app);
  readForwardedFor(app);
  limitClients(app, options);
  limitLoad(app);
  refuseForeignOrigins(app, options.origin);
  identifyRequests(app, options.identify);
  rememberAnswers(app, options.findAnswer);
  return { app, endpoints };
}

/** A route of the API that is not declared, and so has no access rule, stops the server. */
function collectEndpoints(app: FastifyInstance): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.endpoint) endpoints.push(config.endpoint);
    else if (isApiPath(url)) throw new Error(`${String(method)} ${url} is not declared as an endpoint`);
  });
  return endpoints;
}

async function setSecurityHeaders(app: FastifyInstance, { origin, tileOrigin }: AppOptions): Promise<void> {
  const https = origin.startsWith("https:");
  // Browsers support reporting endpoints on https only, and those that do ignore `report-uri`.
  const reportTo = https ? { reportTo: [REPORTING_GROUP] } : {};
  if (https) {
    app.addHook("onRequest", async (_, reply) => {
      reply.header("reporting-endpoints", `${REPORTING_GROUP}="${VIOLATIONS_PATH}"`);
    });
  }
  await app.register(helmet, {
    enableCSPNonces: true,
    hsts: https,
    referrerPolicy: { policy: "no-referrer" },
    frameguard: { action: "deny" },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:", ...(tileOrigin === null ? [] : [tileOrigin])],
        mediaSrc: ["'self'", "blob:"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        reportUri: [VIOLATIONS_PATH],
        ...reportTo,
      },
    },
  });
}

/** Responses of the API are private: no shared cache may store them. */
function setApiHeaders(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined && !isApiPath(request.url)) return;
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", CACHING.control);
    const varies = reply.getHeader("vary");
    reply.header("vary", varies === undefined ? CACHING.vary : `${String(varies)}, ${CACHING.vary}`);
    // An answer that is given again has that of its request.
    if (!reply.hasHeader("x-request-id")) reply.header("x-request-id", request.id);
  });
}

/** Deepest nesting of a body. Deeper JSON can be parsed, but serializing it again can overflow the stack. */
const MAX_DEPTH = 32;

/** None of these can be sent by a form of another site. The last two are sent by browsers as reports. */
const JSON_TYPES = ["application/json", "application/csp-report", "application/reports+json"];

/**
 * Accepts JSON bodies only, so that forms of other sites are rejected. Endpoints that declare `rawBody` get the body as a stream,
 * whatever its type.
 */
function acceptBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: "string" }, (request, text, done) => {
    const body = text.toString();
    if (body === "") return done(null, undefined);
    if (nestingDepth(Buffer.from(body), MAX_DEPTH) > MAX_DEPTH) {
      return done(new Problem(422, `The body is nested more than ${MAX_DEPTH} levels deep.`));
    }
    return parse(request, body, done);
  });
  app.addContentTypeParser("*", (request, payload, done) => {
    if (request.routeOptions.config.endpoint?.body === rawBody) return done(null, payload);
    return done(new Problem(415, "Send the body as application/json."));
  });
}
