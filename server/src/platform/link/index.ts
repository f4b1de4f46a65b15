export { credentialFiles, writtenCanary, type CredentialFiles } from "./credential-files.ts";
export { openCommands, type CommandResult, type Commands } from "./commands.ts";
export { embeddedLink, type EmbeddedLink } from "./embedded-link.ts";
export { externalLink } from "./external-link.ts";
export type { Authenticate, HandleMessage, Link, Verdict } from "./link.ts";
export type { Credential, ServerLogin } from "./credential-files.ts";
export type { MessageReader, Received } from "./message-reader.ts";
export {
  mergeRejections,
  NO_OTHER_SERVERS,
  otherServers,
  type OtherServers,
  type Rejections,
} from "./other-servers.ts";
export { watchLink } from "./metrics.ts";
export { messageReader, readMessage } from "./message-reader.ts";
export { hashSecret, hashSecrets, secretMatches } from "./station-secret.ts";
