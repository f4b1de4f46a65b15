export { AlsoViewing } from "./also-viewing.tsx";
export { AssignFields, useAssignForm, type NewOwner } from "./assign-fields.tsx";
export { OwnerCollision, OwnerControl } from "./owner-control.tsx";
export { otherOwnerSentence, type OwnerKind } from "./owner-texts.ts";
export { useIncidentOwners, type IncidentOwners } from "./use-incident-owners.ts";
export { useOwner, type Owner } from "./use-owner.ts";
export { useStationOwners } from "./use-station-owners.ts";
export { useAssignees, type Assignees } from "./use-ownership.ts";
