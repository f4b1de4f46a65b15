import type { FieldProblem } from "@groundcrew/shared/contract";

/** What was asked for, as far as it is known: which thing, in which organization, and more about it. Never a secret. */
export type About = { target: string; orgId: number | null; after?: Record<string, unknown> };

/** Headers of the answer by lower-case name, what came about all the same, and what the audit is to say of a refusal. */
type Extra = { headers?: Record<string, string>; partial?: unknown; about?: About };

/** A failure the caller should be told about. Anything else that is thrown becomes a plain 500. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly detail: string | FieldProblem[];
  readonly headers: Record<string, string>;
  /** Of what the call was to do, that which is done; undefined where nothing is. */
  readonly partial: unknown;
  /** What the audit is to say of a refusal, where the request alone does not tell. */
  readonly about: About | undefined;

  constructor(status: number, detail: string | FieldProblem[], { headers = {}, partial, about }: Extra = {}) {
    super(typeof detail === "string" ? detail : detail.map((one) => `${one.field}: ${one.message}`).join("; "));
    this.status = status;
    this.detail = detail;
    this.headers = headers;
    this.partial = partial;
    this.about = about;
  }
}

/**
 * Answers alike for what does not exist and for what the caller may not see; names the field where a body asks for it.
 */
export function notFound(missing?: FieldProblem): Problem {
  return new Problem(404, missing ? [missing] : "Not found, or you don't have access to it.");
}
