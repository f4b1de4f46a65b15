export {
  isSuccess,
  openWebhooks,
  redirectText,
  Unanswered,
  type IncomingAnswer,
  type OutgoingRequest,
  type Webhooks,
} from "./webhooks.ts";
