export { checkMailServer } from "./check-mail-server.ts";
export { openMailer, type Mailer } from "./mailer.ts";
