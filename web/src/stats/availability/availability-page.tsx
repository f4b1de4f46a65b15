import { useState, type ReactNode } from "react";
import {
  countingText,
  getAvailability,
  isEmptyReport,
  monthAfter,
  rangeName,
  REPORT_DAYS,
  type AvailabilityReport,
} from "@groundcrew/shared/availability";
import { countText, monthName } from "@groundcrew/shared/lib";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { IconArrowLeft, IconArrowRight, IconCalendarOff, IconMail, IconPrinter } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { useServerData } from "../../data/index.ts";
import { CopyLink, FilterBar, Loaded, useView, type ViewInAddress } from "../../kit/index.ts";
import { exactMoment, saveCsv } from "../../lib/index.ts";
import { placeFilters } from "../../sites/index.ts";
import { Button, ButtonGroup, CsvButton, Empty, IconButton, Mark } from "../../ui/index.ts";
import { RangePicker } from "../range-picker.tsx";
import styles from "../reports.module.css";
import {
  availabilityCsv,
  availabilityFile,
  availabilityQuery,
  availabilityView,
  subjectOf,
  type AvailabilityView,
} from "./availability-view.ts";
import { DaysCard } from "./days-card.tsx";
import { AvailabilityFigures } from "./report-figures.tsx";
import { Definitions, LostTimeCard } from "./lost-time.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { StationsCard } from "./stations-card.tsx";
import { usePrintedPage } from "./use-printed-page.ts";

/** The availability of an organization's stations, of all, or of those of a site or a tag, in a month or another range. */
export function AvailabilityPage({ user, tabs }: { user: SessionUser; tabs: ReactNode }) {
  const inAddress = useView(availabilityView);
  const { view, on } = inAddress;
  const query = useServerData(getAvailability, { query: availabilityQuery(view, serverNow()) });
  const report = query.data;
  usePrintedPage(report && `Made ${exactMoment(report.made)}`);

  return (
    <div className={styles.page}>
      <div className="panel">
        {report && <PrintedHead report={report} />}
        {tabs}
        <div className={`p-4 ${styles.first}`}>
          <Tools inAddress={inAddress} user={user} report={report} />
          <Loaded query={query} content="the availability">
            {(found) =>
              isEmptyReport(found) ? (
                <Empty icon={IconCalendarOff} sentence={emptyText(found)} />
              ) : (
                <AvailabilityFigures report={found} />
              )
            }
          </Loaded>
        </div>
      </div>
      {report && !isEmptyReport(report) && (
        <>
          {report.days && <DaysCard report={report} days={report.days} />}
          <div className={`one-column-medium grid gap-4 halves ${styles.columns}`}>
            <LostTimeCard report={report} />
            <Definitions />
          </div>
          <StationsCard report={report} sort={on("sort")} />
        </>
      )}
    </div>
  );
}

function emptyText(report: AvailabilityReport): string {
  if (report.counting_since !== null) return countingText(report);
  const isOfAll = report.site === null && report.tag === null;
  return `Nothing was recorded ${isOfAll ? "" : "at these stations "}in ${rangeName(report)}.`;
}

type ToolsProps = {
  inAddress: ViewInAddress<AvailabilityView>;
  user: SessionUser;
  report: AvailabilityReport | undefined;
};

function Tools({ inAddress, user, report }: ToolsProps) {
  const { view } = inAddress;
  const month = view.month || (report?.month ?? currentMonth());
  const [isSending, setSending] = useState(false);
  const isOfAll = view.site === "" && view.tag === "";
  // Managers choose who receives the report of their own organization only. Reports of a site or a tag are not emailed.
  const canSend = isOfAll && isManager(user) && (user.can_admin || !report || report.org_id === user.org_id);
  return (
    <>
      <FilterBar
        view={inAddress}
        filters={{
          month: <PeriodTools view={inAddress} month={month} />,
          from: null,
          to: null,
          ...placeFilters(inAddress, user),
          // In the table.
          sort: null,
        }}
        end={
          <div className="row wrap gap-2 push-right">
            <CopyLink />
            {canSend && (
              <Button icon={IconMail} disabled={!report} onClick={() => setSending(true)}>
                Send Each Month…
              </Button>
            )}
            <Button icon={IconPrinter} disabled={!report} onClick={() => window.print()}>
              Print
            </Button>
            <CsvButton
              disabled={!report || report.stations.length === 0}
              onClick={() => report && saveCsv(availabilityFile(report), availabilityCsv(report))}
            />
          </div>
        }
      />
      {isSending && report && <SendDialog report={report} month={month} onClose={() => setSending(false)} />}
    </>
  );
}

function currentMonth(): string {
  return new Date(serverNow()).toISOString().slice(0, 7);
}

/** The month, and a range instead of it. */
function PeriodTools({ view: { view, change }, month }: { view: ViewInAddress<AvailabilityView>; month: string }) {
  const isRange = view.month === "" && view.from !== "" && view.to !== "";
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  const show = (shown: string) => change({ month: shown, from: "", to: "" });
  return (
    <>
      <ButtonGroup label="Month">
        <IconButton icon={IconArrowLeft} label={monthName(before)} onClick={() => show(before)} />
        <Button aria-pressed={!isRange} onClick={() => show(month)}>
          {monthName(month)}
        </Button>
        <IconButton
          icon={IconArrowRight}
          label={monthName(after)}
          disabled={month >= currentMonth()}
          onClick={() => show(after)}
        />
      </ButtonGroup>
      <RangePicker
        key={`${view.from} ${view.to}`}
        name={isRange ? rangeName({ ...view, month: null }) : "Range…"}
        isChosen={isRange}
        days={{ from: view.from, to: view.to }}
        most={REPORT_DAYS}
        onChoose={(days) => change({ ...days, month: "" })}
      />
    </>
  );
}

/** The head of the printed report. */
function PrintedHead({ report }: { report: AvailabilityReport }) {
  const { brand } = useConsole();
  const stations = countText(report.stations.length, "station");
  return (
    <div className={`print-only mb-3 ${styles.printedHead}`}>
      <div className={`row gap-2 strong ${styles.brand}`}>
        <Mark />
        {brand.product}
      </div>
      <h1>{`Availability, ${rangeName(report)}`}</h1>
      <p>{`${subjectOf(report)} · ${stations} · ${report.from} to ${report.to}, UTC`}</p>
    </div>
  );
}
