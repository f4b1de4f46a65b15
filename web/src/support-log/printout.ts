import type { StationError } from "@groundcrew/shared/station-errors";
import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { timeWindowLabels } from "@groundcrew/shared/lib";
import { supportLogStatusLabels } from "@groundcrew/shared/support-log";
import type { LogView } from "./view.ts";

/** Number of entries prepared at once: few enough to keep the page responsive. */
const CHUNK_SIZE = 50;

/** Maximum number of error messages printed with an entry or reply. */
const PRINTED_ERRORS = 50;

/** A chunk of a printout: some entries, and the errors attached to them and to their replies. */
export type PrintChunk = { entries: readonly SupportLogEntry[]; errors: readonly StationError[] };

/** Splits the entries of a log into chunks, grouped by station. */
export function printChunks(log: readonly SupportLogEntry[]): SupportLogEntry[][] {
  const ordered = [...Map.groupBy(log, ({ station_name }) => station_name).values()].flat();
  return Array.from({ length: Math.ceil(ordered.length / CHUNK_SIZE) }, (_, index) =>
    ordered.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
  );
}

/** The ids of entries and replies with errors, in batches of at most a hundred. */
export function errorRequests(entries: readonly SupportLogEntry[]): number[][] {
  const ids = entries
    .flatMap((entry) => [entry, ...entry.children])
    .filter(({ attached_errors }) => attached_errors.length > 0)
    .map(({ id }) => id);
  return Array.from({ length: Math.ceil(ids.length / 100) }, (_, index) => ids.slice(index * 100, (index + 1) * 100));
}

const LINE_CHARACTERS = 110;
const PAGE_LINES = 62;

/** The estimated number of printed pages of a log. */
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

/** The filter of a printout as text: `Time: Week · Status: Pending, Deferred · Tag: motor`, or `All entries` without one. */
export function filterText({ t, status, org, tag, author, q }: LogView): string {
  const parts = [
    t !== "all" && `Time: ${timeWindowLabels[t]}`,
    status.length > 0 && `Status: ${status.map((one) => supportLogStatusLabels[one]).join(", ")}`,
    org !== "" && `Organization: ${org}`,
    tag !== "" && `Tag: ${tag}`,
    author !== "" && `Author: ${author}`,
    q !== "" && `Search: ${q}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "All entries" : parts.join(" · ");
}
