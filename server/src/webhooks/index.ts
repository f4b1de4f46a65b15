export { openWebhooks, type Webhooks } from "./webhooks.ts";
