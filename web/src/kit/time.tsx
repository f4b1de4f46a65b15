import { shortAge, type Timestamp } from "@groundcrew/shared/lib";
import { useServerText } from "../data/clock/index.ts";
import { agoText, exactMoment, logMoment, momentText, shortMoment, untilText } from "../lib/index.ts";

const timeForms = {
  /** `2026-11-21 14:07`. */
  full: (at: Timestamp) => momentText(at),
  /** `14:07` today, `Nov 14` before. */
  short: shortMoment,
  /** `14:07:31` today, `Nov 14, 06:10` before. */
  log: logMoment,
  /** `14:07` today, `Mon 08:00` in the coming days. */
  until: untilText,
};

const ageForms = {
  /** `5m ago`. */
  ago: (since: Timestamp, now: number) => agoText(now - Date.parse(since)),
  /** `5m`, for narrow columns. */
  short: (since: Timestamp, now: number) => shortAge(now - Date.parse(since)),
};

/** When something was or will be, with the exact time as its title. */
export function Time({ at, form = "full" }: { at: Timestamp; form?: keyof typeof timeForms }) {
  return <Moment at={at} textAt={timeForms[form]} />;
}

type AgeProps = { since: Timestamp; form?: keyof typeof ageForms; className?: string | undefined };

/** How long ago something was, with the exact time as its title. */
export function Age({ since, form = "ago", className }: AgeProps) {
  return <Moment at={since} textAt={ageForms[form]} className={className} />;
}

type MomentProps = { at: Timestamp; textAt: (at: Timestamp, now: number) => string; className?: string | undefined };

function Moment({ at, textAt, className }: MomentProps) {
  const text = useServerText((now) => textAt(at, now));
  return (
    <time dateTime={at} title={exactMoment(at)} className={className}>
      {text}
    </time>
  );
}
