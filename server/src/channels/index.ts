export { findReceiver } from "./find-receiver.ts";
export { alertmanagerAddress, alertmanagerRequest } from "./format-incident.ts";
export { readInstallation } from "./installation-queries.ts";
export { testContent, type Message, type MessageAlert, type MessageContent } from "./message.ts";
export { clearPause, noteFailure, noteSuccess, type FailureEffect } from "./health-queries.ts";
export { emailOf } from "./format-email.ts";
export { findStoredChannel, selectChannelsOfKind, type StoredChannel } from "./queries.ts";
export { channelRoutes } from "./routes.ts";
export { newSecrets } from "./save-channel.ts";
export { CHANNEL_SECRETS, openSecrets, sealSecrets, shownAddress, type ChannelSecrets } from "./secrets.ts";
export {
  CHANNEL_TIMEOUT_MS,
  exchange,
  PAGER_DUTY,
  sendMail,
  sendToChannel,
  type Outcome,
  type Senders,
  type Target,
} from "./send.ts";
export { reported, testMessage } from "./test-channel.ts";
export { insertSentMessage } from "./test-queries.ts";
