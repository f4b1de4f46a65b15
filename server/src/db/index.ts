export { isDatabaseAway, retryWhileAway } from "./away.ts";
export { connectPatiently, openDatabase, type Db, type OpenDatabase } from "./database.ts";
export { listen } from "./listen.ts";
export { migrate, migrationsPending } from "./migrate.ts";
export { checkWritable } from "./ready.ts";
export { isRefusedData } from "./refused-data.ts";
export type { Database } from "./schema.ts";
export { takenConstraint } from "./taken.ts";
