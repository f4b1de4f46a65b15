import type { Brand } from "@groundcrew/shared/brand";
import { ReadyJson } from "@groundcrew/shared/contract";
import { builtInStationTypes, getStationTypes } from "@groundcrew/shared/station-types";
import {
  countListedStations,
  getStation,
  listSettings,
  listStationPage,
  listStations,
  mapListedStations,
  type ListSettings,
} from "@groundcrew/shared/stations";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, type Encoding, type Principal, Problem, route, type Scope } from "../platform/http/index.ts";
import type { Board } from "./board/board.ts";
import { listPages } from "./pages/list-pages.ts";
import { repliesFrom, type ListRequest, type RowSelection } from "./list/replies.ts";
import type { RowOptions } from "./board/row-text.ts";

type StationRoutesOptions = { db: SharedDb; board: Board; brand: Brand };

/** The stations list and a single station, from the board. */
export function stationRoutes(app: FastifyInstance, { db, board, brand }: StationRoutesOptions): void {
  const replies = repliesFrom(board, (scope) => scoped(db, scope));

  route(app, listStations, async (call) => {
    const { station_name: name, filter_online_after: after, compact = false, known } = call.query;
    const since = after === undefined ? null : Date.parse(after);
    const request = listRequest(call);
    if (name !== undefined) return replies.listOfOne(request, { name, since });
    if (since !== null) return replies.changes(request, { since, compact, known });
    const unchanged = replies.headersIfUnchanged(request, request.ifNoneMatch);
    return unchanged ? answer(304, null, unchanged) : replies.list(request);
  });

  const pages = listPages({ board, brand });
  route(app, listStationPage, async (call) => {
    const { limit, after, from, within, names, best = false, ...query } = call.query;
    const { options } = selectionOf(call);
    const choice = choiceOf(call.scope, listSettings(query));
    const page =
      best || names
        ? pages.few(choice, { limit, names, options })
        : pages.page(choice, { limit, after, from, within, options });
    return answer(200, new ReadyJson(await page));
  });

  route(app, countListedStations, async ({ query, scope }) =>
    answer(200, await pages.counts(choiceOf(scope, listSettings(query)))),
  );

  route(app, mapListedStations, async ({ query: { zoom, area, ...query }, scope }) =>
    answer(200, await pages.map(choiceOf(scope, listSettings(query)), { zoom, area })),
  );

  route(app, getStation, async (call) => replies.one(listRequest(call), call.params.station));
}

type Query = { [K in `include_${keyof RowOptions | "retired"}`]?: boolean | undefined };

type ListCall = {
  query: Query;
  principal: Principal;
  headers: { "if-none-match"?: string | undefined };
  scope: Scope;
  request: { acceptEncoding: string };
};

function listRequest(call: ListCall): ListRequest {
  const { headers, request } = call;
  const { acceptEncoding } = request;
  return {
    ...selectionOf(call),
    acceptEncoding,
    inParts: encodingsInParts(call.principal),
    ifNoneMatch: headers["if-none-match"],
  };
}

/** Browsers read all frames of a Zstandard body. Other clients may silently stop after the first, as Node.js does. */
function encodingsInParts({ kind }: Principal): readonly Encoding[] {
  return kind === "user" ? ["zstd", "gzip"] : ["gzip"];
}

function selectionOf({ query, scope }: { query: Query; scope: Scope }): RowSelection {
  if (query.include_replaceables && !scope.admin) throw new Problem(403, "Only admins may see replaceables.");
  const options = {
    support_metrics: query.include_support_metrics ?? false,
    telemetry: query.include_telemetry ?? false,
    config: query.include_config ?? false,
    ssot: query.include_ssot ?? false,
    replaceables: query.include_replaceables ?? false,
  };
  const view = { orgId: scope.orgId, admin: scope.admin, withRetired: query.include_retired ?? false };
  return { scope, view, options };
}

/** The list of a caller with some settings. */
function choiceOf({ orgId, admin }: Scope, settings: ListSettings) {
  return { view: { orgId, admin, withRetired: settings.filters.retired }, settings };
}

/** The properties of each station type. */
export function stationTypeRoutes(app: FastifyInstance): void {
  const types = new ReadyJson(JSON.stringify(builtInStationTypes));
  route(app, getStationTypes, async () => answer(200, types));
}
