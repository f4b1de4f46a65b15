import { useDeferredValue } from "react";
import { conditionText, type NewRule, type previewAlertRule, type Replay } from "@groundcrew/shared/alerts";
import type { Reply } from "@groundcrew/shared/contract";
import { DAY_MS, shortAge } from "@groundcrew/shared/lib";
import { IconBulb, IconUrgent } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { useServerNow } from "../../clock/index.ts";
import { countText, exactMoment, shortMoment, wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Card, Loading, Notice, VisuallyHidden, Pill } from "../../ui/index.ts";
import styles from "./rule-preview.module.css";
import { usePreview } from "./use-rules.ts";

type RulePreviewProps = {
  /** The condition and scope as JSON; null while they are not valid. */
  draft: string | null;
  rule: NewRule | undefined;
  /** Uses the longer time that the hint suggests. */
  onMinutes: (minutes: number) => void;
};

/** What a rule would have done, what it matches now, and how its message reads. */
export function RulePreview({ draft, rule, onMinutes }: RulePreviewProps) {
  const { data, error, isPending } = usePreview(useDeferredValue(draft));
  const now = useServerNow();
  if (draft === null) {
    return (
      <Card title="If This Rule Had Been On">
        <p className={styles.help}>Complete When and Where to see what the rule would have done.</p>
      </Card>
    );
  }
  if (!data) {
    return (
      <Card title="If This Rule Had Been On">
        {error ? <Notice tone="danger">{errorSentence(error)}</Notice> : isPending ? <Loading /> : null}
      </Card>
    );
  }
  return (
    <>
      <Card title="If This Rule Had Been On">
        {data.replay ? (
          <ReplayOf7Days replay={data.replay} now={now} onMinutes={onMinutes} />
        ) : (
          <p className={styles.help}>Not enough history yet</p>
        )}
      </Card>
      <MatchesNow preview={data} severity={rule?.severity} now={now} />
      {rule && <Message rule={rule} match={data.matches[0]} now={now} />}
    </>
  );
}

type Preview = Reply<typeof previewAlertRule>["body"];
type MatchesProps = { preview: Preview; severity: NewRule["severity"] | undefined; now: number };

function MatchesNow({ preview: { matches, matching, watched }, severity, now }: MatchesProps) {
  const count = matching !== null && matching > 0 && (
    <Pill tone={severity === "warning" ? "warn" : "solid"} icon={IconUrgent}>
      {wholeNumber(matching)}
    </Pill>
  );
  return (
    <Card title="Matches Now" aside={count}>
      <ul className={styles.matches} aria-label="Matches now">
        {matches.map(({ station, title, location, since }) => (
          <li key={station ?? title}>
            {station === null ? <b>{title}</b> : <StationLink name={station}>{title}</StationLink>}
            <span className={styles.about}>{location}</span>
            <span className={styles.age} title={`Since ${exactMoment(since)}`}>
              {shortAge(now - Date.parse(since))}
            </span>
          </li>
        ))}
      </ul>
      {matching === null && <p className={styles.help}>What it matches is known once the rule is on.</p>}
      <p className={styles.help}>
        {`${countText(watched, "station")} ${watched === 1 ? "is" : "are"} watched by this rule.`}
      </p>
    </Card>
  );
}

type MessageProps = { rule: NewRule; match: Preview["matches"][number] | undefined; now: number };

/** About how a message of the rule reads: what, where and since when. */
function Message({ rule, match, now }: MessageProps) {
  const what = conditionText(rule.condition);
  return (
    <Card title="The Message">
      <div className={styles.message}>
        <b>{`${rule.severity === "urgent" ? "Urgent" : "Warning"}: ${rule.name}`}</b>
        <span>
          {match
            ? `${match.title}, ${match.location}. ${what}. Since ${shortMoment(match.since, now)}.`
            : `Atlas 0001, Reno. ${what}.`}
        </span>
        <span className={styles.links}>Acknowledge · Open in Groundcrew</span>
      </div>
    </Card>
  );
}

const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });

type ReplayProps = { replay: Replay; now: number; onMinutes: (minutes: number) => void };

function ReplayOf7Days({ replay: { alerts, messages, stations, days, hint }, now, onMinutes }: ReplayProps) {
  const most = Math.max(1, ...days);
  const figures = [
    [alerts, "alerts in 7 days"],
    [messages, "messages"],
    [stations, "stations"],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([value, label]) => (
          <div key={label}>
            <dd>{wholeNumber(value)}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      <VisuallyHidden>{`Messages a day: ${days.join(", ")}`}</VisuallyHidden>
      <div className={styles.bars} aria-hidden>
        {days.map((count, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a day is its place
          <i key={index} style={{ height: `${Math.max(2, (count / most) * 100)}%` }} />
        ))}
      </div>
      <div className={styles.ends}>
        <span>{day.format(now - 6 * DAY_MS)}</span>
        <span>today</span>
      </div>
      {hint && (
        <Notice
          tone="warning"
          icon={IconBulb}
          action={
            <button type="button" className={styles.use} onClick={() => onMinutes(hint.minutes)}>
              {`Use ${hint.minutes} minutes`}
            </button>
          }
        >
          {`${hint.ended} of ${alerts} ended within ${hint.minutes} minutes. With ${hint.minutes} minutes there would be ${countText(hint.messages, "message")}.`}
        </Notice>
      )}
    </>
  );
}
