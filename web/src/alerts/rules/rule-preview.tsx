import { previewAlertRule, type NewRule, type Replay, type RuleKind } from "@groundcrew/shared/alerts";
import type { Reply } from "@groundcrew/shared/contract";
import { IconAlertTriangle, IconBulb, IconUrgent } from "@tabler/icons-react";
import { errorSentence } from "../../data/api/index.ts";
import { usePreview } from "../../data/index.ts";
import { useServerNow } from "../../data/clock/index.ts";
import { useConsole } from "../../console/index.ts";
import { Age, DayAxis, DayChart, Figures } from "../../kit/index.ts";
import { countText, shownText, wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Card, Loading, Notice, Pill } from "../../ui/index.ts";
import styles from "../alerts.module.css";

type RulePreviewProps = {
  /** The condition and scope as JSON; null while they are not valid. */
  draft: string | null;
  rule: Pick<NewRule, "name" | "severity"> & { kind: RuleKind };
  /** Uses the longer time that the hint suggests. */
  onMinutes: (minutes: number) => void;
};

/** A preview of a rule: its alerts if it had existed, what it matches now, and how its message reads. */
export function RulePreview({ draft, rule, onMinutes }: RulePreviewProps) {
  const { data, error } = usePreview(previewAlertRule, draft, (settled) => ({ query: { draft: settled } }));
  const now = useServerNow();
  if (draft === null) {
    return (
      <Card title="If This Rule Had Been On">
        <p className="caption muted">Complete When and Where to see what the rule would have done.</p>
      </Card>
    );
  }
  if (!data) {
    return (
      <Card title="If This Rule Had Been On">
        {error ? <Notice tone="danger">{errorSentence(error)}</Notice> : <Loading />}
      </Card>
    );
  }
  return (
    <>
      <Card title="If This Rule Had Been On">
        {data.replay ? (
          <ReplayOf7Days replay={data.replay} now={now} onMinutes={onMinutes} />
        ) : (
          <p className="caption muted">
            {rule.kind === "offline" ? "Not enough history yet" : "Only offline rules can be replayed."}
          </p>
        )}
      </Card>
      <MatchesNow preview={data} severity={rule.severity} />
      {data.message && <Message message={data.message} name={rule.name} />}
    </>
  );
}

type Preview = Reply<typeof previewAlertRule>["body"];
type MatchesProps = { preview: Preview; severity: NewRule["severity"] };

/** More would push the message out of the window. */
const MATCHES_SHOWN = 6;

function MatchesNow({ preview: { matches, matching, watched }, severity }: MatchesProps) {
  const shown = matches.slice(0, MATCHES_SHOWN);
  const others = (matching ?? 0) - shown.length;
  const isUrgent = severity === "urgent";
  const count = matching !== null && matching > 0 && (
    <Pill tone={isUrgent ? "solid" : "warn"} icon={isUrgent ? IconUrgent : IconAlertTriangle}>
      {wholeNumber(matching)}
    </Pill>
  );
  return (
    <Card title="Matches Now" aside={count}>
      {shown.length > 0 && (
        <ul className={`grid gap-1 small mb-2 ${styles.matches}`} aria-label="Matches now">
          {shown.map(({ station, title, location, since }) => (
            <li key={station ?? title}>
              {station === null ? <b>{title}</b> : <StationLink name={station}>{title}</StationLink>}
              <span className="truncate caption muted" title={location}>
                {location}
              </span>
              {since !== null && <Age since={since} form="short" className="push-right muted" />}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p className="caption muted">{`and ${wholeNumber(others)} more`}</p>}
      {matching === 0 && <p className="caption muted">No station matches now.</p>}
      {matching === null && <p className="caption muted">Matches appear once the rule is on.</p>}
      <p className="caption muted">
        {`${countText(watched, "station")} ${watched === 1 ? "is" : "are"} watched by this rule.`}
      </p>
    </Card>
  );
}

type MessageProps = { message: NonNullable<Preview["message"]>; name: string };

/** The message that the rule would send about the first match. */
function Message({ message: { title, lines, organization, is_example }, name }: MessageProps) {
  const { brand } = useConsole();
  return (
    <Card title={is_example ? "Example Message" : "The Message"}>
      <div className="p-2h-3 grid gap-1 anywhere small sunken bordered rounded">
        <b>{shownText(title)}</b>
        {lines.map((line) => (
          <span key={line}>{shownText(line)}</span>
        ))}
        <span className="accent">{`Acknowledge · Open in ${brand.product}`}</span>
        <span className="caption muted">{`Rule “${name || "New Rule"}” of ${organization}.`}</span>
      </div>
    </Card>
  );
}

type ReplayProps = { replay: Replay; now: number; onMinutes: (minutes: number) => void };

function ReplayOf7Days({ replay: { alerts, messages, stations, days, hint }, now, onMinutes }: ReplayProps) {
  return (
    <>
      <Figures
        figures={[
          { label: alerts === 1 ? "alert in 7 days" : "alerts in 7 days", value: wholeNumber(alerts) },
          { label: messages === 1 ? "message" : "messages", value: wholeNumber(messages) },
          { label: stations === 1 ? "station" : "stations", value: wholeNumber(stations) },
        ]}
      />
      <DayChart label={`Messages a day (UTC): ${days.join(", ")}`} days={days} className={`mt-3 ${styles.bars}`} />
      <DayAxis count={7} every={6} now={now} />
      {hint && (
        <Notice tone="warning" icon={IconBulb}>
          {`${wholeNumber(hint.ended)} of ${wholeNumber(alerts)} ended within ${hint.minutes} minutes. With ${hint.minutes} minutes there would be ${countText(hint.messages, "message")}. `}
          <button
            type="button"
            className={`own-font nowrap bare p-0 ${styles.use}`}
            onClick={() => onMinutes(hint.minutes)}
          >
            {`Use ${hint.minutes} minutes`}
          </button>
        </Notice>
      )}
    </>
  );
}
