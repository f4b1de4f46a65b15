import type { QuarantinedEvent } from "@groundcrew/shared/link";
import { wholeNumber } from "../lib/index.ts";
import { RawText, VisuallyHidden } from "../ui/index.ts";
import styles from "./link.module.css";

const LINES = { min: 3, max: 12 } as const;
const LINE_CHARACTERS = 80;

type RawMessageProps = { of: Pick<QuarantinedEvent, "station" | "payload" | "bytes"> };

/** The start of a message as received, collapsed. */
export function RawMessage({ of: { station, payload, bytes } }: RawMessageProps) {
  const lines = Math.ceil(payload.length / LINE_CHARACTERS);
  return (
    <details className={styles.raw}>
      <summary>
        {`Raw message, ${wholeNumber(bytes)} bytes`}
        <VisuallyHidden>{` of ${station}`}</VisuallyHidden>
      </summary>
      <RawText
        label={`Raw message of ${station}`}
        rows={Math.min(LINES.max, Math.max(LINES.min, lines))}
        text={payload}
      />
    </details>
  );
}
