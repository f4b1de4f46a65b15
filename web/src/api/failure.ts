type FailureDetails = { isPartial?: boolean; cause?: Error };

/** A call that failed. Its message is the sentence to show. */
export class CallFailure extends Error {
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  /** Some of the items succeeded. */
  readonly isPartial: boolean;

  constructor(status: number | null, sentence: string, { isPartial = false, cause }: FailureDetails = {}) {
    super(sentence, { cause });
    this.name = "CallFailure";
    this.status = status;
    this.isPartial = isPartial;
  }
}

/** Whether the server responded that nobody is logged in. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 401;
}

/** The sentence to show for anything thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallFailure ? error.message : "An unknown error occurred";
}
