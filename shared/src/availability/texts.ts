import { countText, DAY_MS, dayName, longDayName, monthName } from "../lib/index.ts";
import type { ReadinessSeconds } from "../readiness/index.ts";
import { attemptsIn, rateText, type SwapCounts } from "../swap-attempts/index.ts";
import {
  availabilityFigures,
  compareMonths,
  countedSeconds,
  daysOfMonth,
  hoursText,
  isMostlyRecorded,
  monthAfter,
  pointsText,
  recordedDays,
  shareText,
  type Comparison,
} from "./figures.ts";
import type { AvailabilityReport, RuleChange } from "./report.ts";

/** "October". */
export function monthOnly(month: string): string {
  return monthName(month).slice(0, -" 2026".length);
}

/** The title of a report: "October 2026", or "Oct 3, 2026 to Nov 2, 2026". */
export function rangeName({ month, from, to }: Pick<AvailabilityReport, "month" | "from" | "to">): string {
  if (month !== null) return monthName(month);
  return `${longDayName(from)} to ${longDayName(to)}`;
}

/** The number of days of a month. */
function monthLength(month: string): number {
  return Number(daysOfMonth(month).to.slice(-2));
}

/** The figures of a station or of several; null each if less than half was recorded. */
export function statedFigures(seconds: ReadinessSeconds): ReturnType<typeof availabilityFigures> {
  if (isMostlyRecorded(seconds)) return availabilityFigures(seconds);
  return { availability: null, link: null, readyOnly: null, withMaintenance: null };
}

/** True if nothing was recorded that counts. */
export function isEmptyReport({ total }: Pick<AvailabilityReport, "total">): boolean {
  return countedSeconds(total) + total.maintenance_s === 0;
}

/** The swaps of attempts: those that succeeded, also with errors. */
export function swapsIn(counts: SwapCounts): number {
  return attemptsIn(counts) - counts.failed;
}

/** The attempts of a report; null if none were counted yet. */
export function statedSwaps({
  swaps,
  swaps_since,
  to,
}: Pick<AvailabilityReport, "swaps" | "swaps_since" | "to">): SwapCounts | null {
  return swaps_since > to ? null : swaps;
}

/** The attempts of the month before, with which those of a report are compared; null if they were not counted from its beginning on. */
export function swapsBefore({
  month,
  before,
  swaps_since,
}: Pick<AvailabilityReport, "month" | "before" | "swaps_since">): SwapCounts | null {
  return month === null || before === null || swaps_since > `${monthAfter(month, -1)}-01` ? null : before.swaps;
}

/** The parts of a report that its figures follow from. */
export type ReportFacts = Omit<
  AvailabilityReport,
  "site" | "tag" | "counting_since" | "stations" | "lost" | "incidents" | "rule_changes"
>;

/** How the month differs from the one before; null for another range, or without a month before or days. */
export function comparisonOf({ month, before, total, days, made }: ReportFacts): Comparison | null {
  if (month === null || before === null || days === null) return null;
  const previous = monthAfter(month, -1);
  const elapsed = Math.floor((Date.parse(made) - Date.parse(`${month}-01`)) / DAY_MS);
  return compareMonths(
    {
      name: monthOnly(month),
      total,
      recorded: recordedDays(days),
      days: Math.max(1, Math.min(monthLength(month), elapsed)),
    },
    {
      name: monthOnly(previous),
      total: before.total,
      recorded: recordedDays(before.days),
      days: monthLength(previous),
    },
  );
}

/** Until when figures can change: "Figures can change until Nov 3."; empty for those that cannot. */
export function openText({ month, stored }: Pick<AvailabilityReport, "month" | "stored">): string {
  if (month === null || stored !== null) return "";
  return `Figures can change until ${dayName(`${monthAfter(month, 1)}-03`)}.`;
}

/** Says which days of a report are absent because they are still being counted; empty if there are none. */
export function countingText({ counting_since }: Pick<AvailabilityReport, "counting_since">): string {
  return counting_since === null ? "" : `Days since ${dayName(counting_since)} are still being counted.`;
}

/** The monthly email about a report: its title, and its paragraphs. */
export function reportMail(report: ReportFacts): { title: string; paragraphs: string[] } {
  const { total } = report;
  const { availability, link } = statedFigures(total);
  const swaps = statedSwaps(report);
  const rate = swaps && rateText(swaps);
  const comparison = comparisonOf(report);
  const isCompared = comparison !== null && !("none" in comparison);
  const parts = [
    `Link ${shareText(link)}`,
    total.outages === 0 ? "no outages" : `${countText(total.outages, "outage")}, longest ${hoursText(total.longest_s)}`,
    swaps && `${countText(swapsIn(swaps), "swap")}${rate === null ? "" : `, ${rate} of attempts succeeded`}`,
    isCompared &&
      report.month !== null &&
      `${pointsText(comparison.availability)} to ${monthOnly(monthAfter(report.month, -1))}`,
  ].filter((part) => typeof part === "string");
  const none = comparison !== null && "none" in comparison ? ` ${comparison.none}.` : "";
  return {
    title: `${report.organization ?? "All organizations"}, ${rangeName(report)}: availability ${shareText(availability)}`,
    paragraphs: [`${parts.join(" · ")}.${none}`, openText(report)].filter((text) => text !== ""),
  };
}

/** Changes of rules by day: "Rules changed on Oct 12: charged batteries needed at atlas stations 1 → 2. …"; empty without any. */
export function ruleChangesText(changes: readonly RuleChange[]): string {
  if (changes.length === 0) return "";
  const days = [...Map.groupBy(changes, ({ at }) => at.slice(0, 10))];
  const texts = days.map(
    ([day, ofDay], nth) =>
      `${nth === 0 ? "Rules changed on" : "On"} ${dayName(day)}: ${ofDay.map(({ text }) => text).join("; ")}.`,
  );
  return `${texts.join(" ")} Earlier time is judged by the earlier rules.`;
}
