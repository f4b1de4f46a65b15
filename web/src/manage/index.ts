export { managedOrganization, managePlace } from "./place.ts";
