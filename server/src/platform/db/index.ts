export { textArray } from "./array-parameters.ts";
export {
  connectForCopy,
  connectWithoutTimeouts,
  inTransaction,
  onConnection,
  onSnapshot,
  PREPARED,
  scoped,
  type Database,
  type Db,
  type SharedDb,
} from "./connect.ts";
export { copyLine, type CopyIn } from "./dump/copy-in.ts";
export {
  attachDatabase,
  checkWritable,
  databaseAddress,
  databaseBytes,
  OLDEST_MAJOR,
  openDatabase,
  runningDatabase,
  type OpenDatabase,
} from "./database.ts";
export { describeDatabase, type DatabaseFacts } from "./describe.ts";
export { listImages, openDump, type Dump, type DumpedTable } from "./dump/dump.ts";
export { isDatabaseUnavailable, isRejectedData, retryWhileUnavailable, uniqueViolation } from "./errors.ts";
export { inPieces, lockInPieces, storeInHalves } from "./in-pieces.ts";
export { runOnOneServer } from "./leader.ts";
export { listen } from "./listen.ts";
export { loadDump, requireEmptyDatabase, type DumpPart } from "./dump/load-dump.ts";
export { migrationsPending, requireMigrated } from "./migrate.ts";
export { noCache, notifiedCaches, type NotifiedCache, type NotifiedCaches } from "./notified-cache.ts";
export { prepareDatabase } from "./roles.ts";
export { isoText, shownName, type NameReader } from "./sql-text.ts";
