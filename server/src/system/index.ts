export { installationChecks, readinessCheck, type Check } from "./checks.ts";
export { systemRoutes } from "./routes.ts";
export { watchSystem, type SystemWatch } from "./watch-system.ts";
