import type { FieldProblem } from "@groundcrew/shared/contract";

/** The subject of a request, for the audit: the target, its organization if known, and details. Never a secret. */
export type Subject = { target: string; orgId: number | null; after?: Record<string, unknown> };

type Extra = { headers?: Record<string, string>; partial?: unknown; subject?: Subject };

/** A failure that is reported to the caller. Anything else that is thrown becomes a plain 500. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly detail: string | FieldProblem[];
  readonly headers: Record<string, string>;
  /** The result that the call had achieved before it failed; undefined when there is none. */
  readonly partial: unknown;
  /** The subject that the audit records when it cannot be derived from the request. With one, any status is a refusal. */
  readonly subject: Subject | undefined;

  constructor(status: number, detail: string | FieldProblem[], { headers = {}, partial, subject }: Extra = {}) {
    super(typeof detail === "string" ? detail : detail.map((one) => `${one.field}: ${one.message}`).join("; "));
    this.status = status;
    this.detail = detail;
    this.headers = headers;
    this.partial = partial;
    this.subject = subject;
  }
}

/** The same answer for things that do not exist and that the caller may not see. `missing` names the field of the body that refers to it. */
export function notFound(missing?: FieldProblem): Problem {
  return new Problem(404, missing ? [missing] : "Not found, or you don't have access to it.");
}
