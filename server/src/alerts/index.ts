export { alertRuleRoutes } from "./rule-routes.ts";
