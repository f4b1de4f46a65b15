export { authenticateStations } from "./authenticate.ts";
export { keepBaselines, recomputeBaselines } from "./baselines.ts";
export { Board, type StateChange } from "./board.ts";
export { startCatchUp, type CatchUp } from "./catch-up.ts";
export { matchesTag } from "./etag.ts";
export { stationRoutes } from "./routes.ts";
