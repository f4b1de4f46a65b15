export { manageLinks } from "./links.ts";
export { allManagePages, managePages, type ManagePageName } from "./pages.ts";
export { manageQuery } from "./query.ts";
