import { Problem, type CallRequest, type Principal } from "../platform/http/index.ts";
import { hashToken } from "../sessions/index.ts";

/** The user who makes a call about their own account, the session they make it in, and how the audit log names the account. */
export function callerOf({ principal, request }: { principal: Principal; request: CallRequest }) {
  const token = request.sessionToken;
  if (principal.kind !== "user" || token === undefined) throw new Problem(401, "Log in to continue.");
  const { email, org_id: orgId } = principal.user;
  return { userId: principal.id, email, orgId, tokenHash: hashToken(token), target: `user ${email}`, principal };
}
