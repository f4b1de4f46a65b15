export { managedOrganization, managePageOf } from "./pages.ts";
