export { BeginDialog } from "./begin-dialog.tsx";
export { RecentActs } from "./recent-acts.tsx";
export { ResultDialog } from "./result-dialog.tsx";
export { bulkLabels } from "./texts.ts";
export { tellDone, useActs, useUndo } from "./use-acts.ts";
