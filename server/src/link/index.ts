export { embeddedLink, type EmbeddedLink } from "./embedded-link.ts";
export type { Authenticate, Link, Received, Verdict } from "./link.ts";
export { badMessages, unknownFields } from "./metrics.ts";
export { readMessage } from "./read-message.ts";
export { hashSecret, secretMatches } from "./station-secret.ts";
