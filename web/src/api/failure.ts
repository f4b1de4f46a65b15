/** A call that did not do what was asked. Its message is the sentence to show. */
export class CallFailure extends Error {
  /** HTTP status, or null when no answer came at all. */
  readonly status: number | null;
  /** A part of the work was done nevertheless. */
  readonly isPartial: boolean;

  constructor(status: number | null, sentence: string, { isPartial = false } = {}) {
    super(sentence);
    this.name = "CallFailure";
    this.status = status;
    this.isPartial = isPartial;
  }
}

/** Whether the server answered that nobody is logged in. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 401;
}

/** The sentence to show for anything thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallFailure ? error.message : "An unknown error occurred";
}
