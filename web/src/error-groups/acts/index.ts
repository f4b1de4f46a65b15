export { ArchiveGroupsDialog } from "./archive-groups-dialog.tsx";
export { AssignGroupsDialog } from "./assign-groups-dialog.tsx";
export { MergeByNumberDialog } from "./merge-by-number-dialog.tsx";
export { MergeGroupsDialog } from "./merge-groups-dialog.tsx";
export { ResolveGroupsDialog } from "./resolve-groups-dialog.tsx";
export { useGroupChange, useGroupDetails, useUnarchive } from "./use-group-change.ts";
