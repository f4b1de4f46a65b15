export { change, type Changed } from "./change.ts";
export { startAuditChecks } from "./chain/check-chain.ts";
export { auditRoutes } from "./routes.ts";
export { verifyChain, type Break, type ChainEnd } from "./chain/verify-chain.ts";
export { removeOldEntries } from "./remove-entries.ts";
export { refusalsIn, type NoteRefusal } from "./refusals.ts";
export {
  confirmAnswer,
  findAnswer,
  forgetAnswer,
  insertAudit,
  insertAudits,
  notesOfMove,
  sourceOf,
  type AuditNote,
  type AuditSource,
} from "./queries.ts";
export { findLaterActor, selectOwnEntries, type DoneChange, type Revert } from "./undo-queries.ts";
