export { mergeOwners, ownershipOf, prolongOwnership } from "./queries.ts";
export { ownershipRoutes, startOwnershipExpiry } from "./routes.ts";
