export { ErrorChooser, SelectHint } from "./error-chooser.tsx";
export { ErrorLogDialog } from "./error-log-dialog.tsx";
export { LoadedErrors } from "./error-chooser.tsx";
export { ResolveDialog } from "./resolve-dialog.tsx";
export { triageCountText } from "./error-texts.ts";
export { TriageList } from "./triage-list.tsx";
export { useErrorChoice } from "./error-chooser.tsx";
export { useLatestError } from "./use-station-errors.ts";
export { useTriage, type Triage } from "./triage-list.tsx";
