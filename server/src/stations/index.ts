export { authenticateStations } from "./authenticate.ts";
export { keepBaselines, recomputeBaselines, SWAP_PERIODS_MS } from "./baselines.ts";
export { Board, type StateChange } from "./board.ts";
export { startCatchUp, type CatchUp } from "./catch-up.ts";
export { findStation, lockStation } from "./edit-queries.ts";
export { editStationRoutes, type EditParts } from "./edit-routes.ts";
export { keepCredentials } from "./keep-credentials.ts";
export { openGeocoder } from "./geocoding/index.ts";
export { stationRoutes } from "./routes.ts";
