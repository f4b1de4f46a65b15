import { z } from "zod";
import { endpoint } from "../contract/index.ts";

/** A browser is new for a user who has not logged in there in so many days. */
export const KNOWN_DEVICE_DAYS = 90;

const id = z.strictObject({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const acceptDevice = endpoint({
  name: "acceptDevice",
  summary:
    "Says that another session of the caller, in a browser that was new, is their own. Without such a session it is a 404; in a session of such a browser it is a 409.",
  method: "PUT",
  path: "/api/account/sessions/:id/device",
  access: "user",
  keyScope: null,
  topics: ["users"],
  params: id,
  refusals: [404, 409],
  replies: { 204: z.null() },
});

export const rejectDevice = endpoint({
  name: "rejectDevice",
  summary:
    "Says that another session of the caller is not their own: ends it and all others in that browser, whose next login is reported again, also if the session in which the browser was new has ended. The current one is a 409.",
  method: "DELETE",
  path: "/api/account/sessions/:id/device",
  access: "user",
  keyScope: null,
  topics: ["users"],
  params: id,
  refusals: [404, 409],
  replies: { 204: z.null() },
});

export const changeNotices = endpoint({
  name: "changeNotices",
  summary:
    "Sets whether the caller gets an email about a login in a new browser. Switching them off is reported by email.",
  method: "PUT",
  path: "/api/account/notices",
  access: "user",
  keyScope: null,
  topics: ["users"],
  body: z.strictObject({ new_device: z.boolean() }),
  replies: { 204: z.null() },
});
