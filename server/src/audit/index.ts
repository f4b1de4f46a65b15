export { change, type Changed } from "./change.ts";
export { deleteAnswers, findAnswer, forgetAnswer, insertAudit, type AuditNote, type AuditSource } from "./queries.ts";
