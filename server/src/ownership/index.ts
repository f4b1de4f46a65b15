export { assignStations, returnStations } from "./assign-stations.ts";
export {
  actOnOwner,
  auditOfOwner,
  ownerConflict,
  personOf,
  requireAssignee,
  type OwnerChange,
} from "./change-ownership.ts";
export { notifyGroupOwners, notifyOfChange } from "./notify-people.ts";
export {
  findMergedOwner,
  mergeOwners,
  addOwnershipHistory,
  ownershipOf,
  prolongOwnership,
  setOwner,
  type Subject,
} from "./queries.ts";
export { returnOwner, returnResolved, revertOwner } from "./revert-owner.ts";
export { ownershipRoutes, startOwnershipExpiry } from "./routes.ts";
