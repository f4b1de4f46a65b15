import {
  ALERTS_PAGE,
  changeAlertOwner,
  getAlert,
  listAlerts,
  muteAlert,
  summarizeAlerts,
  unmuteAlert,
} from "@groundcrew/shared/alerts";
import type { FastifyInstance } from "fastify";
import { scoped } from "../platform/db/index.ts";
import { answer, notFound, route, type Principal, type Scope } from "../platform/http/index.ts";
import { changeOwnerOf, mute, unmute, type AlertWork } from "./act-on-alert.ts";
import { selectAlertHistory, selectRulesOf, selectStationsOf } from "./alert-details-queries.ts";
import { findAlert, selectAlerts, summarizeActive } from "./alert-queries.ts";
import { alertViewer } from "./alert-viewer.ts";
import { watchedCounter } from "./rules/count-watched.ts";
import { selectWatchingRules } from "./rules/rule-queries.ts";
import type { RuleOptions } from "./rules/rule-routes.ts";
import { WatchedStations } from "./evaluation/watched-stations.ts";

/** Alerts: staff read those of all organizations, customers those of their stations. Each side has its own owners, mutes and history of them. */
export function alertRoutes(app: FastifyInstance, { db, board, brand, now }: RuleOptions): void {
  const watched = new WatchedStations(board);
  const countWatched = watchedCounter({ watched, brand, now });
  const workOf = ({ principal, scope }: { principal: Principal; scope: Scope }): AlertWork => ({
    db: scoped(db, scope),
    viewer: alertViewer(principal, scope, brand),
    now: now(),
  });

  route(app, listAlerts, async (call) => {
    const { query, scope } = call;
    if (query.org_id !== undefined && !scope.sees(query.org_id)) throw notFound();
    const { db: handle, viewer, now: at } = workOf(call);
    return answer(200, await selectAlerts(handle, viewer, { ...query, limit: ALERTS_PAGE, now: at }));
  });

  route(app, summarizeAlerts, async (call) => {
    const { db: handle, viewer, now: at } = workOf(call);
    const summary = await summarizeActive(handle, viewer, at);
    const orgId = call.principal.kind === "user" ? call.principal.user.org_id : 0;
    const rules = await selectWatchingRules(handle, orgId);
    const counted = countWatched({ orgId: viewer.orgId, rules });
    return answer(200, { ...summary, ...counted, rules: rules.length });
  });

  route(app, getAlert, async (call) => {
    const { db: handle, viewer } = workOf(call);
    const found = await findAlert(handle, viewer, call.params.alert);
    if (!found) throw notFound();
    const stations = await selectStationsOf(handle, viewer, found);
    const stations_of = stations.map((one) => Object.assign(one, { online: watched.isUp(one.station) }));
    const rules = await selectRulesOf(handle, viewer, found.id);
    return answer(200, { ...found, stations_of, rules, history: await selectAlertHistory(handle, viewer, found.id) });
  });

  route(app, muteAlert, (call) => mute(workOf(call), call));
  route(app, unmuteAlert, (call) => unmute(workOf(call), call));
  route(app, changeAlertOwner, (call) => changeOwnerOf(workOf(call), call));
}
