export { mergeOwners, ownershipOf, prolongOwnership } from "./queries.ts";
