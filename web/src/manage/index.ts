export { parseManagePage } from "./pages.ts";
export { manageQuery } from "./query.ts";
