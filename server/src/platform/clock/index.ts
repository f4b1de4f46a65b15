export { startDatabaseClock, type DatabaseClock } from "./database-clock.ts";
export { NEVER_PAUSED, watchPauses, type Pauses } from "./pauses.ts";
