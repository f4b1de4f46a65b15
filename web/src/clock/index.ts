export { pageMs, usePageNow } from "./clock.ts";
export { learnServerTime, serverNow, useServerNow } from "./clock.ts";
