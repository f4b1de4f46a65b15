export { decideAttempts, HOURS_KEPT_MS, PIECES_KEPT_MS, startSwapAttempts } from "./decide-attempts.ts";
export { deleteOldPieces } from "./decide-queries.ts";
export { insertCounted, type NewPiece } from "./piece-queries.ts";
export { countSwaps, countSwapsByStation } from "./swaps-in-days.ts";
export { periodOf, type Period } from "./period.ts";
export { readSuccess } from "./read-success.ts";
export { swapAttemptRoutes } from "./routes.ts";
export { storePieces } from "./store-pieces.ts";
export { countedSince, countSwapsOfStation, selectCounts, selectTotal } from "./success-queries.ts";
