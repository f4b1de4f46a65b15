export { manageQuery, parseManagePage } from "./pages.ts";
