import type { Endpoint } from "@groundcrew/shared/contract";
import type { FastifyRequest } from "fastify";
import type { Principal } from "./principal.ts";
import type { Subject, Problem } from "./problem.ts";

/** A refused request that would have changed something. */
export type Refusal = {
  principal: Principal;
  /** Name of the endpoint. */
  action: string;
  requestId: string;
  ip: string;
  status: number;
  subject: Subject;
};

const REFUSED = new Set([401, 403, 404]);
const SAFE = new Set(["GET", "HEAD"]);
const TARGET_MAX = 300;
/** Parameters that identify the target. Any other may be a secret, such as a code or the token of an upload. */
const TARGET_PARAMETERS = new Set(["station", "camera", "stream", "entry", "org_id", "email", "name"]);

/** The refusal of a failed request; null when the request would change nothing, or failed for another reason. */
export function refusalOf(request: FastifyRequest, problem: Problem): Refusal | null {
  const { endpoint } = request.routeOptions.config;
  if (!endpoint || SAFE.has(endpoint.method) || !REFUSED.has(problem.status)) return null;
  const { principal, id: requestId, ip } = request;
  const subject = problem.subject ?? { target: targetOf(endpoint, request), orgId: organizationOf(principal) };
  return { principal, action: endpoint.name, requestId, ip, status: problem.status, subject };
}

/** The target as the request spells it, on one line: `station gc-1, entry 7`. */
function targetOf({ name }: Endpoint, { params, query }: FastifyRequest): string {
  const parameters = [params, query].flatMap((part) =>
    typeof part === "object" && part !== null ? Object.entries(part) : [],
  );
  const named = parameters
    .filter(([key]) => TARGET_PARAMETERS.has(key))
    .map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  return (named.length === 0 ? name : named.join(", ")).slice(0, TARGET_MAX);
}

/** The principal's own organization; that of a target that does not exist or is not visible is unknown. */
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
