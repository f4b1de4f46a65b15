export { asyncSignal, limitConcurrency, serialQueue, type AsyncSignal } from "./concurrency.ts";
export { appendCrc32, crc32Shift } from "./crc32.ts";
export { makeFolders } from "./make-folders.ts";
export { metricValue } from "./metric-value.ts";
export { allOf, repeat, stopAll, type Part } from "./repeat.ts";
export { openSealer, type Sealer } from "./seal.ts";
export { syncFolder } from "./sync-folder.ts";
export { turns } from "./turns.ts";
export { utcText } from "./utc-text.ts";
