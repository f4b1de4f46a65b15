export { alertRoutes } from "./alert-routes.ts";
export { alertRuleRoutes } from "./rule-routes.ts";
export { startAlertEvaluation } from "./start-evaluation.ts";
export { alertmanagerRoutes } from "./receive-alertmanager.ts";
export { startRejectedStationAlerts } from "./rejected-stations.ts";
export { deleteOldAlerts } from "./match-queries.ts";
