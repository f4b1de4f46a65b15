export { change, type Changed } from "./change.ts";
export { deleteAnswers, findAnswer, insertAudit, type AuditNote, type AuditSource } from "./queries.ts";
