import {
  attemptsIn,
  comparedWithBefore,
  failuresText,
  LIKELY_HELP,
  rangeText,
  rateText,
  timeBetweenFailures,
  timeComparisonLabels,
  tooFewText,
  type SwapCounts,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { countText, wholeNumber } from "../../lib/index.ts";
import { Segments } from "../../kit/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import { Card, Cell, Icon, PlainLink, Table } from "../../ui/index.ts";
import { Compared, drawingStart, Rate, type Fleet } from "./rate-bar.tsx";
import { byLabels, periodText, type ComparedBy } from "./swap-success-view.ts";
import styles from "./swap-success.module.css";

/** The figures of a period, and how they compare with those before. */
export function SuccessFigures({ success }: { success: SwapSuccess }) {
  const { before, failed, with_errors } = success;
  const period = periodText(success.from, success.to);
  const rate = rateText(success);
  const swaps = attemptsIn(success) - failed;
  const comparison = before && comparedWithBefore(success, before);
  const time = success.online && timeBetweenFailures(success.online.failed, success.online.seconds);
  const earlier = before && before.failed > 0 ? Math.round((attemptsIn(before) - before.failed) / before.failed) : null;
  return (
    <dl className={`flex wrap mb-3 ${styles.figures}`}>
      <Figure label="Success Rate" value={rate ?? "–"}>
        {rate === null ? tooFewText(success) : `likely ${rangeText(success)}`}
      </Figure>
      <Figure label="Attempts" value={wholeNumber(attemptsIn(success))}>
        {wholeNumber(with_errors)} with errors, succeeded
      </Figure>
      <Figure label="Failed" value={wholeNumber(failed)}>
        {before && comparison && (
          <>
            <span className={comparison === "higher" ? "danger strong" : undefined}>
              {timeComparisonLabels[comparison]}
            </span>{" "}
            ({wholeNumber(before.failed)})
          </>
        )}
      </Figure>
      <Figure label="Time Between Failures" value={time ?? "–"}>
        {time ? "a station online, outside maintenance" : failuresText(failed, period)}
      </Figure>
      <Figure label="Swaps Between Failures" value={failed === 0 ? "–" : wholeNumber(Math.round(swaps / failed))}>
        {earlier !== null && `${wholeNumber(earlier)} in the ${period} before`}
      </Figure>
    </dl>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt className="caption muted">{label}</dt>
      <dd>
        <span className={styles.value}>{value}</span>
        <span className="block caption muted">{children}</span>
      </dd>
    </div>
  );
}

/** What a reader of the figures has to know. */
export function SuccessNotes({ success, start }: { success: SwapSuccess; start: number }) {
  const { maintenance, counted_since } = success;
  const notes = [
    start > 0 && `Axis starts at ${start}%.`,
    "Days are UTC.",
    maintenance > 0 &&
      `${countText(maintenance, "attempt")} in maintenance ${maintenance === 1 ? "is" : "are"} not counted.`,
    "Figures of the last 48 h can still change.",
    counted_since !== null &&
      counted_since > success.from.slice(0, 10) &&
      `Attempts are counted since ${counted_since}.`,
    `What “likely” means: ${LIKELY_HELP}`,
  ];
  return <Note>{notes.filter((note) => note !== false).join(" ")}</Note>;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={`flex gap-1h caption muted mt-2 ${styles.note}`}>
      <Icon icon={IconInfoCircle} size="s" />
      <span>{children}</span>
    </p>
  );
}

/** The most frequent causes of failed attempts, with bars as long as their share of the first one. */
export function TopCauses({ success: { causes, other_causes, failed } }: { success: SwapSuccess }) {
  if (causes.length === 0) {
    return (
      <Card title="Top Causes">
        <p className="small muted">No attempt failed.</p>
      </Card>
    );
  }
  const most = Math.max(other_causes.failed, ...causes.map((cause) => cause.failed));
  const all = Math.max(1, failed);
  return (
    <Card title="Top Causes">
      <ul className={styles.causes}>
        {causes.map(({ group, title, station_type, ...cause }) => (
          <Cause
            key={`${group ?? ""} ${title}`}
            title={group === null ? title : <PlainLink href={`/groups/${group}`}>{title}</PlainLink>}
            about={[
              group !== null && `Group ${group}`,
              station_type !== null && stationTypeIcons[station_type].label,
              countText(cause.stations, "station"),
            ]}
            failed={cause.failed}
            share={cause.failed / most}
            percent={(100 * cause.failed) / all}
          />
        ))}
        {other_causes.groups > 0 && (
          <Cause
            title={countText(other_causes.groups, "more group")}
            about={[]}
            failed={other_causes.failed}
            share={other_causes.failed / most}
            percent={(100 * other_causes.failed) / all}
            isOther
          />
        )}
      </ul>
    </Card>
  );
}

type CauseProps = {
  title: ReactNode;
  about: readonly (string | false)[];
  failed: number;
  share: number;
  percent: number;
  isOther?: boolean;
};

function Cause({ title, about, failed, share, percent, isOther = false }: CauseProps) {
  return (
    <li>
      <span className="flex justify-between gap-3 small">
        <span className="medium anywhere">{title}</span>
        <span className="nowrap">
          <b className="strong">{wholeNumber(failed)}</b> <span className="muted">{Math.round(percent)}%</span>
        </span>
      </span>
      <span className={`block sunken rounded-sm ${styles.track}`} aria-hidden>
        <span
          className={`block rounded-sm ${styles.bar}`}
          data-other={isOther || undefined}
          style={{ width: `${100 * share}%` }}
        />
      </span>
      <span className="caption muted">{about.filter((part) => part !== false).join(" · ")}</span>
    </li>
  );
}

type ComparisonProps = {
  success: SwapSuccess;
  /** Whether the attempts are those of the fleet, with which the rows can be compared. */
  isFleet: boolean;
  by: ComparedBy;
  isAdmin: boolean;
  onBy: (by: ComparedBy) => void;
};

/** The rates of types, firmware versions or organizations, beside that of the fleet if it is known. */
export function Comparison({ success, isFleet, by: chosen, isAdmin, onBy }: ComparisonProps) {
  const options = (["type", "firmware", "organization"] as const).filter((by) => isAdmin || by !== "organization");
  const by = options.includes(chosen) ? chosen : "firmware";
  const rows = rowsBy(success, by);
  const fleet: Fleet = { counts: isFleet ? success : null, start: drawingStart(rows.map(({ counts }) => counts)) };
  const head = [
    { label: byLabels[by] },
    { label: "Attempts", isNumber: true },
    { label: "Success Rate" },
    ...(isFleet ? [{ label: "Compared" }] : []),
  ];
  return (
    <Card
      title={`By ${byLabels[by]}`}
      aside={<Segments label="Compare by" labels={byLabels} options={options} value={by} onChange={onBy} />}
    >
      <Table label={`By ${byLabels[by]}`} head={head} stacks>
        {rows.map(({ name, counts }) => (
          <tr key={name}>
            <Cell label={byLabels[by]}>
              <span className="strong anywhere">{name}</span>
            </Cell>
            <Cell label="Attempts" isNumber>
              {wholeNumber(attemptsIn(counts))}
            </Cell>
            <Cell label="Success Rate">
              <Rate counts={counts} fleet={fleet} />
            </Cell>
            {fleet.counts && (
              <Cell label="Compared">
                <Compared counts={counts} fleet={fleet.counts} />
              </Cell>
            )}
          </tr>
        ))}
      </Table>
      <Note>
        {isFleet && `The dashed mark is the fleet’s rate, ${rateText(success) ?? "not known yet"}. `}
        The thick line is the likely range.
        {isFleet && " Below and above are stated only at 99 of 100."}
      </Note>
    </Card>
  );
}

function rowsBy(
  { types, firmware, organizations }: SwapSuccess,
  by: ComparedBy,
): { name: string; counts: SwapCounts }[] {
  switch (by) {
    case "type":
      return types.map((counts) => ({ name: stationTypeIcons[counts.station_type].label, counts }));
    case "firmware":
      return firmware.map((counts) => ({ name: counts.firmware || "Unknown", counts }));
    case "organization":
      return organizations.map((counts) => ({ name: counts.name, counts }));
  }
}
