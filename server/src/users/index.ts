export { acceptWithGoogle } from "./invitation-queries.ts";
export { DEMO_ADMIN, ensureFirstAdmin, isDemo } from "./first-admin.ts";
export { invitationMails } from "./invitation-mails.ts";
export { passwordChangedMails, passwordMails } from "./password-mails.ts";
export { passwordRoutes } from "./password-routes.ts";
export { userRoutes } from "./routes.ts";
