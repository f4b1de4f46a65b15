import { shortAge, type Timestamp } from "@groundcrew/shared/lib";
import { useServerText } from "../data/clock/index.ts";
import { agoText, exactMoment } from "../lib/index.ts";

type AgeProps = {
  since: Timestamp;
  /** `5m ago`, or in narrow columns `5m`. */
  form?: "ago" | "short";
  className?: string | undefined;
};

/** How long ago something was, with the exact time as its title. */
export function Age({ since, form = "ago", className }: AgeProps) {
  const time = Date.parse(since);
  const text = useServerText((now) => (form === "ago" ? agoText(now - time) : shortAge(now - time)));
  return (
    <time dateTime={since} title={exactMoment(since)} className={className}>
      {text}
    </time>
  );
}
