export { actOnOwner, auditOfOwner, ownerConflict } from "./change-ownership.ts";
export { notifyAssignee } from "./notify-assignee.ts";
export { mergeOwners, noteOwnership, ownershipOf, prolongOwnership, setOwner, type Subject } from "./queries.ts";
export { ownershipRoutes, startOwnershipExpiry } from "./routes.ts";
