export { isSuccess, openWebhooks, type IncomingAnswer, type OutgoingRequest, type Webhooks } from "./webhooks.ts";
