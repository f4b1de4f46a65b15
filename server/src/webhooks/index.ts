export {
  isSuccess,
  openWebhooks,
  redirectText,
  type IncomingAnswer,
  type OutgoingRequest,
  type Webhooks,
} from "./webhooks.ts";
