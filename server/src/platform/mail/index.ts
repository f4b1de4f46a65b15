export { checkMailServer } from "./check-mail-server.ts";
export { isUnanswered, MAIL_FILES_MAX, openMailer, replyOf, type Mailer, type Mailing } from "./mailer.ts";
