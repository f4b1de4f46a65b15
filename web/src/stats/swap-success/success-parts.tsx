import { dayName } from "@groundcrew/shared/lib";
import { PLACE_NOTE } from "@groundcrew/shared/sites";
import {
  attemptsIn,
  comparedWithBefore,
  comparedWithFleet,
  failuresText,
  LIKELY_HELP,
  rangeText,
  rateText,
  timeBetweenFailures,
  timeComparisonLabels,
  type TimeComparison,
  tooFewText,
  type SwapCounts,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";
import { stationTypeLabels } from "@groundcrew/shared/telemetry";
import { countText, wholeNumber } from "../../lib/index.ts";
import { type Figure, Figures, Segments } from "../../kit/index.ts";
import { Card, Cell, Notice, PlainLink, Table } from "../../ui/index.ts";
import { Note, ShareList, type Share } from "../report/report-parts.tsx";
import { Compared, drawingStart, Rate, type Fleet } from "./rate-bar.tsx";
import { byLabels, periodText, type ComparedBy } from "./swap-success-view.ts";

/** The change of the share that failed, for each change of the success rate. */
const ofFailures: Readonly<Record<TimeComparison, TimeComparison>> = {
  higher: "lower",
  lower: "higher",
  no_clear_change: "no_clear_change",
};

/** The figures of a period, and how they compare with those before. */
export function SuccessFigures({ success }: { success: SwapSuccess }) {
  const { before, failed, with_errors } = success;
  const period = periodText(success.from, success.to);
  const rate = rateText(success);
  const swaps = attemptsIn(success) - failed;
  const comparison = before && comparedWithBefore(success, before);
  const time = success.online && timeBetweenFailures(success.online.failed, success.online.seconds);
  const earlier = before && before.failed > 0 ? Math.round((attemptsIn(before) - before.failed) / before.failed) : null;
  const figures: Figure[] = [
    {
      label: "Success Rate",
      value: rate ?? "–",
      about: rate === null ? tooFewText(success) : `likely ${rangeText(success)}`,
    },
    {
      label: "Attempts",
      value: wholeNumber(attemptsIn(success)),
      about: `${wholeNumber(with_errors)} with errors, succeeded`,
    },
    {
      label: "Failed",
      value: wholeNumber(failed),
      about: before && comparison && (
        <>
          <span className={comparison === "lower" ? "danger strong" : undefined}>
            {timeComparisonLabels[ofFailures[comparison]]}
          </span>{" "}
          ({wholeNumber(before.failed)})
        </>
      ),
    },
    {
      label: "Time Between Failures",
      value: time ?? "–",
      about: time ? "a station online, outside maintenance" : failuresText(failed, period),
    },
    {
      label: "Swaps Between Failures",
      value: failed === 0 ? "–" : wholeNumber(Math.round(swaps / failed)),
      about: earlier !== null && `${wholeNumber(earlier)} in the ${period} before`,
    },
  ];
  return <Figures figures={figures} className="mb-3" />;
}

/** `isPlaced` if the figures are those of a site or a tag. */
type NotesProps = { success: SwapSuccess; start: number; isPlaced: boolean };

/** Notes that a reader of the figures needs. */
export function SuccessNotes({ success, start, isPlaced }: NotesProps) {
  const { maintenance, counted_since } = success;
  const notes = [
    isPlaced && PLACE_NOTE,
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
  const shareOf = (count: number) => ({
    value: wholeNumber(count),
    percent: (100 * count) / Math.max(1, failed),
    size: count / most,
  });
  const shares: Share[] = causes.map(({ group, title, station_type, ...cause }) => ({
    key: `${group ?? ""} ${title}`,
    title: group === null ? title : <PlainLink href={`/groups/${group}`}>{title}</PlainLink>,
    ...shareOf(cause.failed),
    about: [
      group !== null && `Group ${group}`,
      station_type !== null && stationTypeLabels[station_type],
      countText(cause.stations, "station"),
    ]
      .filter((part) => part !== false)
      .join(" · "),
  }));
  if (other_causes.groups > 0) {
    const title = countText(other_causes.groups, "more group");
    shares.push({ key: "others", title, ...shareOf(other_causes.failed), about: "", isNeutral: true });
  }
  return (
    <Card title="Top Causes">
      <ShareList shares={shares} />
    </Card>
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
      {isFleet && by === "firmware" && <Introduced success={success} />}
      <Note>
        {isFleet && `The dashed mark is the fleet’s rate, ${rateText(success) ?? "not known yet"}. `}
        The thick line is the likely range.
        {isFleet && " Below and above are stated only at 99 of 100."}
      </Note>
    </Card>
  );
}

/** Warnings of new versions of firmware that are below the fleet. */
function Introduced({ success }: { success: SwapSuccess }) {
  return success.firmware.flatMap(({ firmware, introduced, ...counts }) => {
    if (!introduced || comparedWithFleet(counts, success) !== "below") return [];
    const { since, stations, cause } = introduced;
    return (
      <Notice key={firmware} tone="warning" className="mt-3 underlined-links">
        {`${firmware} has been at ${countText(stations, "station")} since ${dayName(since)} and is below the fleet.`}
        {cause && ` Its most frequent cause is “${cause.title}”. `}
        {cause && cause.group !== null && (
          <PlainLink href={`/groups/${cause.group}`}>{`Group ${cause.group}`}</PlainLink>
        )}
      </Notice>
    );
  });
}

function rowsBy(
  { types, firmware, organizations }: SwapSuccess,
  by: ComparedBy,
): { name: string; counts: SwapCounts }[] {
  switch (by) {
    case "type":
      return types.map((counts) => ({ name: stationTypeLabels[counts.station_type], counts }));
    case "firmware":
      return firmware.map((counts) => ({ name: counts.firmware || "Unknown", counts }));
    case "organization":
      return organizations.map((counts) => ({ name: counts.name, counts }));
  }
}
