export { browserChoice, pageValue, usePageValue } from "./page-value.ts";
