export { change, type Changed } from "./change.ts";
export { refusalsIn, type NoteRefusal } from "./refusals.ts";
export {
  confirmAnswer,
  deleteAnswers,
  findAnswer,
  forgetAnswer,
  insertAudit,
  type AuditNote,
  type AuditSource,
} from "./queries.ts";
