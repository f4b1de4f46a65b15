export { mergeOwners, noteOwnership, ownershipOf, prolongOwnership, setOwner } from "./queries.ts";
export { ownershipRoutes, startOwnershipExpiry } from "./routes.ts";
