export { bulkIcons } from "./icons.ts";
export { RecentActs } from "./recent-acts.tsx";
export { bulkLabels } from "./texts.ts";
export { impossibleReason } from "./verdicts.ts";
export { tellDone, useActs, useUndoBulkAct } from "./use-acts.ts";
