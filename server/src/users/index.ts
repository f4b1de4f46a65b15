export { ensureFirstAdmin } from "./first-admin.ts";
export { passwordMails } from "./password-mails.ts";
export { passwordRoutes } from "./password-routes.ts";
export { userRoutes } from "./routes.ts";
