export { alertRoutes } from "./alert-routes.ts";
export { alertRuleRoutes } from "./rule-routes.ts";
