export { pageMs, usePageNow } from "./page-clock.ts";
export { learnServerTime, serverNow, useServerNow } from "./server-clock.ts";
