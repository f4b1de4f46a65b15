import { problem } from "@groundcrew/shared/contract";

/** What came back from the server, as far as a sentence about it needs. */
export type Received = { status: number; statusText: string; body: unknown };

/** How an outcome is shown, and the sentence that says it (specification, section 8). */
export type Outcome = { tone: "success" | "info" | "danger"; text: string };

export const NETWORK_FAILURE = "Unable to contact the server (likely due to a network error)";

/** The outcome of a call, by its status and what the server said about it; a success says nothing by itself. */
export function outcomeOf({ status, statusText, body }: Received): Outcome {
  const named = nameOf({ status, statusText });
  if (status === 101) return { tone: "info", text: "Connecting..." };
  if (status < 200 || status >= 600) return { tone: "danger", text: `An unexpected status was returned ${named}` };
  if (status === 202) return { tone: "info", text: "" };
  if (status < 300 || status === 304) return { tone: "success", text: "" };
  return { tone: "danger", text: detailOf(body) ?? `An error occurred ${named}` };
}

/** The sentence for an answer that is a success by its status, but none that the call knows. */
export function undeclaredReply(received: Received): string {
  return `An error occurred ${nameOf(received)}`;
}

function nameOf({ status, statusText }: Omit<Received, "body">): string {
  return `(status: ${`${status} ${statusText}`.trim()})`;
}

const detailed = problem.pick({ detail: true });

/** What the server says went wrong: a sentence, a line for each field that does not fit, or plain text. */
function detailOf(body: unknown): string | null {
  if (typeof body === "string") return body.trim() === "" ? null : body.trim();
  const read = detailed.safeParse(body);
  if (!read.success) return null;
  const { detail } = read.data;
  if (typeof detail === "string") return detail.trim() === "" ? null : detail;
  return ["The data submitted has some problems:", ...detail.map((of) => `${of.field}: ${of.message}`)].join("\n");
}
