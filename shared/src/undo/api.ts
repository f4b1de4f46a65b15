import { z } from "zod";
import { endpoint } from "../contract/index.ts";

/** More errors than these stay resolved. */
export const UNDONE_ERRORS_MAX = 500;

/** How long an act can be undone (s), and how long a page offers that (s). */
export const UNDO_S = 60;
export const UNDO_OFFERED_S = 10;

export const undoAct = endpoint({
  name: "undoAct",
  summary:
    "Undoes an act of the caller in the last minute: acknowledging, assigning or releasing something, ignoring a reason of readiness, muting an alert, archiving error groups, changing the status of an incident except from resolved, attaching errors, or resolving at most 500. `request` is the `X-Request-Id` of its reply. 404 when the caller has done no such act in that time, 409 for one that cannot be undone, and 412 when someone has changed the same since; then nothing is undone.",
  method: "POST",
  path: "/api/acts/:request/undo",
  access: "user",
  keyScope: null,
  topics: ["readiness", "station", "alerts", "error_groups", "errors", "support_log", "ownership"],
  idempotencyKey: true,
  params: z.object({ request: z.uuid() }),
  refusals: [404, 409, 412],
  replies: { 204: z.null() },
});
