import type { Endpoint } from "@groundcrew/shared/contract";
import type { FastifyRequest } from "fastify";
import type { Principal } from "./principal.ts";
import type { About, Problem } from "./problem.ts";

/** A call that would change something and was refused: who asked for what, from where, and the status they got. */
export type Refusal = {
  principal: Principal;
  /** Name of the endpoint. */
  action: string;
  requestId: string;
  ip: string;
  status: number;
  about: About;
};

const REFUSED = new Set([401, 403, 404]);
const SAFE = new Set(["GET", "HEAD"]);
const TARGET_MAX = 300;
/** Parts of an address that name a thing. Every other may be a secret: a code, the token of an upload. */
const NAMES = new Set(["station", "camera", "stream", "entry", "org_id", "email", "name"]);

/** The refusal that a failed request stands for; null when it would change nothing, or failed for another reason. */
export function refusalOf(request: FastifyRequest, problem: Problem): Refusal | null {
  const { endpoint } = request.routeOptions.config;
  if (!endpoint || SAFE.has(endpoint.method) || !REFUSED.has(problem.status)) return null;
  const { principal, id: requestId, ip } = request;
  const about = problem.about ?? { target: targetOf(endpoint, request), orgId: organizationOf(principal) };
  return { principal, action: endpoint.name, requestId, ip, status: problem.status, about };
}

/** What was asked for, as it was spelled, on one line: `station gc-1, entry 7`. */
function targetOf({ name }: Endpoint, { params, query }: FastifyRequest): string {
  const given = [params, query].flatMap((part) =>
    typeof part === "object" && part !== null ? Object.entries(part) : [],
  );
  const named = given.filter(([key]) => NAMES.has(key)).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return (named.length === 0 ? name : named.join(", ")).slice(0, TARGET_MAX);
}

/** The asker's own: of what is not there, or not theirs to see, no organization is known. */
function organizationOf(principal: Principal): number | null {
  switch (principal.kind) {
    case "user":
      return principal.user.org_id;
    case "api_key":
      return principal.orgId;
    case "anonymous":
    case "station":
      return null;
  }
}
