import { createHash } from "node:crypto";
import { listOlderConfigs, listStationConfigs } from "@groundcrew/shared/configs";
import { ReadyJson } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import { scoped, type SharedDb } from "../platform/db/index.ts";
import { answer, matchesTag, notFound, route } from "../platform/http/index.ts";
import { findStation } from "../stations/index.ts";
import { selectConfigs, selectOlderConfigs, selectPage, STATIONS_A_PAGE } from "./queries.ts";

/** The configurations that stations have reported. */
export function configRoutes(app: FastifyInstance, { db: shared }: { db: SharedDb }): void {
  route(app, listStationConfigs, async ({ params, scope }) => {
    const db = scoped(shared, scope);
    if (!(await findStation(db, params.station, scope))) throw notFound();
    return answer(200, await selectConfigs(db, params.station));
  });

  route(app, listOlderConfigs, async ({ query, headers, scope }) => {
    const db = scoped(shared, scope);
    const names = await selectPage(db, scope, { type: query.station_type, after: query.after ?? "" });
    const page = names.slice(0, STATIONS_A_PAGE);
    const next = names.length > page.length ? (page.at(-1) ?? null) : null;
    const text = JSON.stringify({ configs: await selectOlderConfigs(db, page), next });
    const marks = { etag: tagOf(text), vary: "Accept-Encoding" };
    if (matchesTag(headers["if-none-match"], marks.etag)) return answer(304, null, marks);
    return answer(200, new ReadyJson(text), marks);
  });
}

/** A hash of the whole answer, so it differs when the visible stations differ. */
function tagOf(text: string): string {
  return `W/"${createHash("sha256").update(text).digest("base64url")}"`;
}
