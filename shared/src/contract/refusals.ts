import { CONFIRMED_CALLS } from "./confirmed-calls.ts";
import type { Endpoint } from "./endpoint.ts";
import { rawBody } from "./raw-body.ts";

/** Meaning of each failure status, for the API documentation. */
export const refusalMeanings: Readonly<Record<number, string>> = {
  400: "The body is not valid JSON.",
  401: "Nobody is logged in, or the API key is invalid.",
  403: "The caller may not do this, or the request comes from another site.",
  404: "It does not exist, or the caller may not see it.",
  408: "The body took too long to arrive.",
  409: "It conflicts with what is stored.",
  412: "It was changed by someone else since it was loaded.",
  413: "The body is too large.",
  415: "The body's type is not application/json.",
  422: "The request is invalid; `detail` lists the fields.",
  428: "The request does not name the revision it is based on, or its user has to confirm who they are first (`confirmIdentity`).",
  429: "Too many requests; `Retry-After` says when to try again.",
  503: "The server, its database or the station cannot do this right now.",
};

const SAFE = new Set(["GET", "HEAD"]);

/** The failure statuses of an endpoint, ascending: those that follow from its access and input, and those that it declares. */
export function refusalsOf(declared: Endpoint): number[] {
  const { access, method, params, body, refusals = [] } = declared;
  const statuses = new Set([422, 429, 503, ...refusals]);
  if (access !== "public") statuses.add(401);
  if (access !== "public" || !SAFE.has(method)) statuses.add(403);
  if (declared.name in CONFIRMED_CALLS) statuses.add(428);
  if (params) statuses.add(404);
  if (body) statuses.add(408).add(413);
  if (body && body !== rawBody) statuses.add(400).add(415);
  return [...statuses].toSorted((a, b) => a - b);
}
