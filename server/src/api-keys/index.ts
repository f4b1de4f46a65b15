export { apiKeysIn } from "./api-keys.ts";
export { keyMails, startKeyNotices } from "./key-mails.ts";
export { apiKeyRoutes } from "./routes.ts";
