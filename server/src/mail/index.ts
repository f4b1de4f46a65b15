export { checkMailServer } from "./check-mail-server.ts";
export { openMailer, replyOf, type Mailer } from "./mailer.ts";
