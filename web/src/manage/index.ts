export { managedOrganization, parseManagePage } from "./pages.ts";
