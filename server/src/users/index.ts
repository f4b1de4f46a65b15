export { acceptVerified } from "./invitation-queries.ts";
export { DEMO_ADMIN, ensureFirstAdmin, isDemo } from "./first-admin.ts";
export type { FactorChange } from "./mail-texts.ts";
export {
  factorChangedMail,
  factorChangedMails,
  invitationMails,
  passwordChangedMail,
  passwordChangedMails,
  passwordMails,
} from "./mails.ts";
export { passwordRoutes } from "./password-routes.ts";
export { updatePassword } from "./queries.ts";
export { userRoutes } from "./routes.ts";
export { createAdmin, resetPassword } from "./set-by-operator.ts";
