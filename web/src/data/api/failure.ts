import { problem } from "@groundcrew/shared/contract";

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

/** False for a request that failed without a response. */
export function hasAnswer(error: unknown): boolean {
  return error instanceof CallFailure && error.status !== null;
}

/** True if the server responded that nobody is logged in. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof CallFailure && error.status === 401;
}

/** The sentence to show for anything thrown. */
export function errorSentence(error: unknown): string {
  return error instanceof CallFailure ? error.message : "An unknown error occurred";
}

/** Statuses of proxies, which do not know what the server did. */
const UNKNOWN_OUTCOME: ReadonlySet<number | null> = new Set([null, 408, 502, 504]);

/** A write without an answer from the server, which may have done it. */
class UnansweredWrite extends CallFailure {
  readonly texts: [message: string, reason: string];

  constructor(failure: CallFailure, effect: string) {
    const texts: UnansweredWrite["texts"] = [
      `No answer from the server. ${effect}`,
      `${failure.message.replace(/\.$/, "")}. Check before trying again.`,
    ];
    super(failure.status, texts.join("\n"), { cause: failure });
    this.texts = texts;
  }
}

/** Why a write failed. `effect` says what the server may have done if it did not answer. */
export function writeFailure(error: unknown, effect: string): unknown {
  return error instanceof CallFailure && UNKNOWN_OUTCOME.has(error.status) ? new UnansweredWrite(error, effect) : error;
}

/** The message and the reason to show for a write that failed. */
export function failedWrite(error: unknown, message: string): [message: string, reason: string] {
  return error instanceof UnansweredWrite ? error.texts : [message, errorSentence(error)];
}

/** The parts of a response that its message depends on. */
type Received = { status: number; statusText: string; body: unknown };

/** The message for a response and its tone (specification, section 8). */
type Outcome = { tone: "success" | "info" | "danger"; text: string };

/** Shown when the body of a response is not what the call declares, as after an update of the server. */
export const UNEXPECTED_RESPONSE =
  "The server's response has an unexpected format. Reload the page to update the console.";

/** The outcome of a call, by its status and the server's message. A success has no message. */
export function callOutcome({ status, statusText, body }: Received): Outcome {
  const named = statusPhrase({ status, statusText });
  if (status === 101) return { tone: "info", text: "Connecting..." };
  if (status < 200 || status >= 600) return { tone: "danger", text: `An unexpected status was returned ${named}` };
  if (status === 202) return { tone: "info", text: "" };
  if (status < 300 || status === 304) return { tone: "success", text: "" };
  return { tone: "danger", text: problemDetail(body) ?? `An error occurred ${named}` };
}

/** The message for a successful status that the call does not declare. */
export function undeclaredResponse(received: Received): string {
  return `An error occurred ${statusPhrase(received)}`;
}

function statusPhrase({ status, statusText }: Omit<Received, "body">): string {
  return `(status: ${`${status} ${statusText}`.trim()})`;
}

const detailed = problem.pick({ detail: true });

/** The server's error message: a sentence, one line for each invalid field, or plain text. */
function problemDetail(body: unknown): string | null {
  if (typeof body === "string") return body.trim() === "" ? null : body.trim();
  const read = detailed.safeParse(body);
  if (!read.success) return null;
  const { detail } = read.data;
  if (typeof detail === "string") return detail.trim() === "" ? null : detail;
  return ["The data submitted has some problems:", ...detail.map(({ field, message }) => `${field}: ${message}`)].join(
    "\n",
  );
}

/** Whether something does not exist, or is not visible to the user. */
export function isNotFound(error: unknown): boolean {
  return error instanceof CallFailure && (error.status === 404 || error.status === 422);
}
