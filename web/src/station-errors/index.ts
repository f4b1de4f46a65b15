export { ErrorLogDialog } from "./error-log-dialog.tsx";
export { ResolveDialog } from "./resolve-dialog.tsx";
export { useLatestError } from "./use-station-errors.ts";
