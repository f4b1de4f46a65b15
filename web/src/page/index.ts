export { pageValue, usePageValue } from "./page-value.ts";
