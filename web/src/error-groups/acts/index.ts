export { ArchiveGroupsDialog } from "./archive-groups-dialog.tsx";
export { MergeGroupsDialog } from "./merge-groups-dialog.tsx";
export { ResolveGroupsDialog } from "./resolve-groups-dialog.tsx";
export { useUnarchive } from "./use-group-change.ts";
