export { onSecond, pageMs, usePageNow } from "./clock.ts";
export { learnServerTime, serverNow, toServerTime, useServerNow, useServerText } from "./clock.ts";
