import type { ChannelTest } from "@groundcrew/shared/channels";
import { errorSentence } from "../../data/api/index.ts";
import { Notice } from "../../ui/index.ts";

type TestResultProps = {
  result: ChannelTest | undefined;
  error: Error | null;
  /** True if the channel sends nothing else. */
  isPaused?: boolean;
};

/** The outcome of a test message; nothing before it was sent. */
export function TestResult({ result, error, isPaused = false }: TestResultProps) {
  if (error) return <Notice tone="danger">{errorSentence(error)}</Notice>;
  if (!result) return null;
  const { status, ms, answer, why } = result;
  const isDelivered = result.result === "delivered";
  const reply = status === null ? `${why} After ${ms} ms.` : `HTTP ${status} after ${ms} ms.`;
  return (
    <Notice tone={isDelivered ? "success" : "danger"}>
      <b>{isDelivered ? "The test was delivered." : "The test was not delivered."}</b>
      {` ${reply}${answer === "" ? "" : ` The answer was: ${answer}`}`}
      {isPaused && " The channel stays paused until it is resumed."}
    </Notice>
  );
}
