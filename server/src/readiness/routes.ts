import type { Brand } from "@groundcrew/shared/brand";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import {
  downloadReadinessHistory,
  endIgnoredReason,
  expectedCharges,
  getReadinessRules,
  getStationReadiness,
  ignoreReadinessReason,
  listReadinessReasons,
  previewReadinessRules,
  rowOfReadiness,
  saveReadinessRules,
  type AppliedRules,
  type ChargeMinutes,
  type ReadinessReason,
  type StationReadinessNow,
} from "@groundcrew/shared/readiness";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { scoped, type Db, type NameReader, type SharedDb } from "../platform/db/index.ts";
import { answer, csvAnswer, notFound, preferencesOf, route, type Scope } from "../platform/http/index.ts";
import type { Board, BoardEntry } from "../stations/index.ts";
import { mediansOf } from "./evaluation/charges.ts";
import { historyColumns, historyPages, lastEvaluation, readHistory } from "./history/index.ts";
import { endIgnored, ignore } from "./ignore-reason.ts";
import { selectIgnored } from "./ignored-queries.ts";
import { preview } from "./rules/preview-rules.ts";
import { RuleBook } from "./rules/rule-book.ts";
import { selectRulesOf, selectSavedRules } from "./rules/rule-queries.ts";
import { requireSubject, save } from "./rules/save-rules.ts";
import { selectCharges, selectDespite } from "./evaluation/store-queries.ts";
import { unassignedWords } from "./rules/unassigned-words.ts";

/** Medians of charges change little with each charge, of which many are read. */
const MEDIANS_KEPT_MS = MINUTE_MS;

type ReadinessRoutesOptions = { db: SharedDb; board: Board; brand: Brand; now: () => number };

/** The readiness of a station, what people ignore of it, and the rules of all. */
export function readinessRoutes(app: FastifyInstance, { db: shared, board, brand, now }: ReadinessRoutesOptions): void {
  const medians = new LRUCache<StationType, { minutes: ChargeMinutes | null }, Db>({
    max: stationType.options.length,
    ttl: MEDIANS_KEPT_MS,
    async fetchMethod(type, _, { context: db }) {
      return { minutes: mediansOf((await selectCharges(db, [type])).map(({ minutes }) => minutes)) };
    },
  });

  route(app, getReadinessRules, async ({ scope }) => {
    const db = scoped(shared, scope);
    const { orgId } = scope;
    const rules = await selectSavedRules(db, { orgId, ...scope.nameReader(brand) });
    const despite = await selectDespite(db, { now: now(), orgId });
    const words = unassignedWords(board.list({ orgId, admin: false }), new RuleBook(rules));
    return answer(200, { rules, words, despite });
  });

  route(app, saveReadinessRules, (call) => save(scoped(shared, call.scope), call, now()));

  route(app, previewReadinessRules, async ({ scope, query }) => {
    const db = scoped(shared, scope);
    const orgId = await requireSubject(db, query.draft);
    return answer(200, await preview({ db, board, now }, { draft: query.draft, orgId }));
  });

  route(app, getStationReadiness, async ({ scope, params, query: { from, to } }) => {
    const db = scoped(shared, scope);
    const entry = board.find(params.station, { orgId: scope.orgId, admin: scope.admin });
    if (!entry) throw notFound();
    const time = now();
    const at = new Date(time).toISOString();
    const ignored = await selectIgnored(db, entry.name, { now: at, reader: readerOf(scope, brand) });
    const range =
      from === undefined ? null : { from: Date.parse(from), until: to === undefined ? time : Date.parse(to) };
    const page = range && (await readHistory(db, { station: entry.name, range, now: time, scope }));
    const { history, next } = page ?? { history: null, next: null };
    const evaluated = await lastEvaluation(db);
    const charges = await medians.fetch(entry.facts.station_type, { context: db });
    const readiness = readinessNow(entry, {
      rules: new RuleBook(await selectRulesOf(db, { ...entry.facts, station: entry.name })).of(entry.facts),
      charge_minutes: charges?.minutes ?? null,
    });
    return answer(200, { readiness, evaluated, ignored, history, next });
  });

  route(app, listReadinessReasons, async ({ scope: { orgId, admin } }) =>
    answer(200, { stations: board.list({ orgId, admin }).flatMap(({ entry }) => reasonsOf(entry)) }),
  );

  route(app, downloadReadinessHistory, async ({ scope, principal, params, query: { from, to } }) => {
    const entry = board.find(params.station, { orgId: scope.orgId, admin: scope.admin });
    if (!entry) throw notFound();
    const range = { from: Date.parse(from), until: Date.parse(to) };
    const asked = { station: entry.name, range, now: now(), scope };
    const db = scoped(shared, scope);
    const columns = await historyColumns(db, entry, { ...preferencesOf(principal), now: asked.now });
    return csvAnswer("readiness.csv", columns, historyPages(db, asked));
  });

  route(app, ignoreReadinessReason, (call) => {
    const reader = readerOf(call.scope, brand);
    return ignore({ db: scoped(shared, call.scope), board, reader, now: now() }, call);
  });

  route(app, endIgnoredReason, (call) => endIgnored(scoped(shared, call.scope), call, now()));
}

/** All reasons of a station, if it has more than its row. */
function reasonsOf({ name, readiness }: BoardEntry): { station: string; reasons: ReadinessReason[] }[] {
  if (readiness === null || rowOfReadiness(readiness.readiness).more === 0) return [];
  return [{ station: name, reasons: [...readiness.readiness.reasons] }];
}

/** All but admins see the name of support staff as a whole instead of a person's, as for maintenance. */
function readerOf(scope: Scope, brand: Brand): NameReader {
  return { ...scope.nameReader(brand), seesStaff: scope.admin };
}

function readinessNow(
  { state, snapshot, readiness }: BoardEntry,
  { rules, charge_minutes }: { rules: AppliedRules; charge_minutes: ChargeMinutes | null },
): StationReadinessNow | null {
  if (readiness === null) return null;
  const last_telemetry = state.last_telemetry === null ? null : Date.parse(state.last_telemetry);
  const expected = expectedCharges(snapshot.readings?.charger ?? [], { charge_minutes, last_telemetry });
  const needed = rules.reasons.find(({ id }) => id === "no_battery")?.limit ?? 0;
  const { reasons, not_checked, ...now } = readiness.readiness;
  return { ...now, reasons: [...reasons], not_checked: [...not_checked], needed, expected };
}
