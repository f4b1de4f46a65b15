export { revertAlertOwner, revertMute } from "./act-on-alert.ts";
export { alertRoutes } from "./alert-routes.ts";
export { alertRuleRoutes } from "./rules/rule-routes.ts";
export { selectScopes, updateScopes } from "./rules/rule-queries.ts";
export { startAlertEvaluation } from "./evaluation/start-evaluation.ts";
export { alertmanagerRoutes } from "./receive-alertmanager.ts";
export { startRejectedStationAlerts } from "./evaluation/rejected-stations.ts";
