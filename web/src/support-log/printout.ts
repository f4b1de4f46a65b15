import type { StationError } from "@groundcrew/shared/station-errors";
import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { timeWindowLabels } from "@groundcrew/shared/lib";
import { supportLogStatusLabels } from "@groundcrew/shared/support-log";
import type { SupportLogView } from "./place.ts";

/** Entries that are made ready at once: so many take a moment, and one call names their errors. */
const PIECE = 50;

/** Most messages of errors that are printed with one entry or reply. */
const PRINTED_ERRORS = 50;

/** A piece of a printout: some entries, and the errors that are attached to them and to their replies. */
export type PrintPiece = { entries: readonly SupportLogEntry[]; errors: readonly StationError[] };

/** The entries of a log in pieces. Those of one station follow each other. */
export function piecesOf(log: readonly SupportLogEntry[]): SupportLogEntry[][] {
  const ordered = [...Map.groupBy(log, ({ station_name }) => station_name).values()].flat();
  return Array.from({ length: Math.ceil(ordered.length / PIECE) }, (_, nth) =>
    ordered.slice(nth * PIECE, (nth + 1) * PIECE),
  );
}

/** Ids of the entries and replies with errors, in calls of at most a hundred. */
export function callsFor(entries: readonly SupportLogEntry[]): number[][] {
  const ids = entries
    .flatMap((entry) => [entry, ...entry.children])
    .filter(({ attached_errors }) => attached_errors.length > 0)
    .map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / 100) }, (_, nth) => ids.slice(nth * 100, (nth + 1) * 100));
}

const LINE_CHARACTERS = 110;
const PAGE_LINES = 62;

/** About how many pages of paper a log takes. */
export function pageEstimate(log: readonly SupportLogEntry[]): number {
  const stations = new Set(log.map(({ station_name }) => station_name)).size;
  const lines = log
    .flatMap((entry) => [entry, ...entry.children])
    .reduce((sum, { content, attached_errors }) => {
      const text = content
        .split("\n")
        .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0);
      return sum + 3 + text + Math.min(attached_errors.length, PRINTED_ERRORS + 1);
    }, stations * 3);
  return Math.ceil(lines / PAGE_LINES);
}

/** What a printout leaves out, in words: `Time: Week · Status: Pending, Deferred · Tag: motor`; all entries without a filter. */
export function filterWords({ time, statuses, organization, tag, author, search }: SupportLogView): string {
  const words = [
    time !== "all" && `Time: ${timeWindowLabels[time]}`,
    statuses.length > 0 && `Status: ${statuses.map((status) => supportLogStatusLabels[status]).join(", ")}`,
    organization !== "" && `Organization: ${organization}`,
    tag !== "" && `Tag: ${tag}`,
    author !== "" && `Author: ${author}`,
    search !== "" && `Search: ${search}`,
  ].filter((one) => one !== false);
  return words.length === 0 ? "All entries" : words.join(" · ");
}
