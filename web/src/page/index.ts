export { browserChoice, pageValue, usePageValue } from "./page-value.ts";
export { reloadIfServed, reloadWhenServed } from "./reload.ts";
