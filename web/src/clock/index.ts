export { pageMs, usePageNow } from "./clock.ts";
export { learnServerTime, serverNow, toServerTime, useServerNow } from "./clock.ts";
