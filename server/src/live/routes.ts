import { watchLive } from "@groundcrew/shared/live";
import { AS_OF_OVERLAP_MS } from "@groundcrew/shared/stations";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  acceptedEncoding,
  answer,
  EventBody,
  Problem,
  route,
  type Call,
  type PrincipalSource,
} from "../platform/http/index.ts";
import { isDatabaseUnavailable } from "../platform/db/index.ts";
import type { Board, ListSelection } from "../stations/index.ts";
import type { ChangeFeed } from "./change-notices.ts";
import { jsonEvent, LiveClient } from "./client.ts";
import { openClients } from "./clients.ts";
import { Publisher } from "./publisher.ts";
import { checkSessions } from "./check-sessions.ts";

/** Browsers connect again within this time (ms) after the server stopped, or while its database is unavailable, not all at once. */
const RECONNECT_WITHIN_MS = 5_000;

export type LiveOptions = { board: Board; sessions: PrincipalSource; changes: Pick<ChangeFeed, "onChange"> };

/** The event stream of live changes. */
export function liveRoutes(app: FastifyInstance, { board, sessions, changes }: LiveOptions): void {
  const clients = openClients();
  const checks = checkSessions(sessions, () => publisher.wake());
  const isAllowed = (client: LiveClient) => checks.isAllowed(client, board.now());
  const publisher = new Publisher({ board, clients, isAllowed });
  // What was missed before a new connection, the clients' regular requests load.
  changes.onChange((notice) => notice && publisher.notify(notice));
  let isStopping = false;

  app.register(async (scope) => {
    scope.setErrorHandler(sayUnavailable);
    route(scope, watchLive, open);
  });

  async function open(call: Call<typeof watchLive>) {
    const { principal, request, query, headers } = call;
    const { sessionToken: token } = request;
    if (principal.kind !== "user" || token === undefined) throw new Problem(401, "Log in to continue.");
    if (query.include_replaceables && !call.scope.admin) throw new Problem(403, "Only admins may see replaceables.");
    if (isStopping) throw new Problem(503, "The server is stopping.", { headers: { "retry-after": "5" } });
    clients.checkLimits({ token, principal });
    const encoding = acceptedEncoding(request.acceptEncoding, ["gzip"]);
    const client = new LiveClient({
      token,
      principal,
      selection: selectionOf(call),
      names: query.names ?? [],
      wantsRows: query.rows ?? false,
      since: startOf({ after: query.after, lastId: headers["last-event-id"], server: publisher.server }),
      encoding,
      now: board.now(),
    });
    clients.add(client);
    publisher.wake();
    return answer(200, client.body, EventBody.headers(encoding));
  }

  app.addHook("preClose", async () => {
    isStopping = true;
    publisher.stop("shutdown", RECONNECT_WITHIN_MS);
    clients.stop();
  });
}

/**
 * Ends a stream that cannot be opened because the database is unavailable with the reason: a refusal says nothing that a browser could show, and may come from a
 * proxy. Who asks is not known then.
 */
async function sayUnavailable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply) {
  if (!isDatabaseUnavailable(error)) throw error;
  const body = new EventBody(undefined);
  body.end(jsonEvent("bye", { reason: "unavailable", within_ms: RECONNECT_WITHIN_MS }));
  return reply.headers(EventBody.headers(undefined)).send(body);
}

function selectionOf({ query, scope }: Pick<Call<typeof watchLive>, "query" | "scope">): ListSelection {
  return {
    view: { orgId: scope.orgId, admin: scope.admin },
    options: {
      support_metrics: true,
      telemetry: true,
      config: query.include_config ?? false,
      ssot: query.include_ssot ?? false,
      replaceables: query.include_replaceables ?? false,
    },
  };
}

type Start = { after: string | undefined; lastId: string | undefined; server: string };

/**
 * The time (ms) up to which a client has all changes of its list. Another server may have learned of a change later than the one that sent
 * the last event.
 */
function startOf({ after, lastId, server }: Start): number | null {
  const [, sender, at] = /^(\w+)\.(\d{1,15})$/.exec(lastId ?? "") ?? [];
  if (at !== undefined) return sender === server ? Number(at) : Number(at) - AS_OF_OVERLAP_MS;
  return after === undefined ? null : Date.parse(after);
}
