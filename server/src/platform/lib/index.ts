export { addressList } from "./address-list.ts";
export { attempts } from "./attempts.ts";
export { asyncSignal, limitConcurrency, serialQueue, settled, type AsyncSignal } from "./concurrency.ts";
export { readCursor, writeCursor } from "./cursor.ts";
export { appendCrc32, crc32Shift } from "./crc32.ts";
export { gaugesOf } from "./gauges-of.ts";
export { makeFolders, OTHERS_PASS } from "./make-folders.ts";
export { metricValue } from "./metric-value.ts";
export { hashSecret, isSecretOf, newToken, readToken, writeToken } from "./named-token.ts";
export { reasonOf } from "./reason-of.ts";
export { allOf, repeat, stopAll, type Part } from "./repeat.ts";
export { openSealer, type Sealer } from "./seal.ts";
export { syncFolder } from "./sync-folder.ts";
<<<<<<< HEAD
export { turns } from "./turns.ts";
export { utcText, zoneName, zoneText } from "./utc-text.ts";
=======
export { inTurns, turns } from "./turns.ts";
export { utcText } from "./utc-text.ts";
>>>>>>> pages38
