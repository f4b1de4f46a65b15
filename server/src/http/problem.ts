import type { FieldProblem } from "@groundcrew/shared/contract";

/** A failure the caller should be told about. Anything else that is thrown becomes a plain 500. */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly detail: string | FieldProblem[];
  readonly headers: Record<string, string>;

  constructor(status: number, detail: string | FieldProblem[], headers: Record<string, string> = {}) {
    super(typeof detail === "string" ? detail : detail.map((one) => `${one.field}: ${one.message}`).join("; "));
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

/** Answers alike for what does not exist and for what the caller may not see. */
export function notFound(): Problem {
  return new Problem(404, "There is no such thing here, or you may not see it.");
}
