import { plainPattern } from "@groundcrew/shared/station-errors";
import type { GroupHistoryEntry } from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";
import { countText } from "../../lib/index.ts";
import { stationTitle } from "../../station/index.ts";

/** A line of a group's history: what happened, at which station if it names one (followed by `rest`), and a note or reason. */
export type HistoryLine = {
  key: number;
  kind: string;
  at: Timestamp;
  text: string;
  station: { name: string; title: string } | null;
  rest: string;
  note: string | null;
};

/** The history of a group and of who had it, in the order in which it is given. */
export function historyLines(entries: readonly GroupHistoryEntry[]): HistoryLine[] {
  return entries.map((entry) => {
    const { id, kind, at, note } = entry;
    return { key: id, kind, at, text: textOf(entry), ...placeOf(entry), note };
  });
}

const details = z
  .object({
    owner: z.string(),
    station: z.string(),
    serial_number: z.string(),
    firmware: z.string().nullable(),
    groups: z.array(z.object({ id: z.int() })),
    group: z.int(),
    errors: z.int(),
    pattern: z.string().nullable(),
    from: z.int(),
    to: z.int(),
  })
  .partial();
type Details = z.output<typeof details>;

const stateTexts = new Map([
  ["new", "New"],
  ["ongoing", "Ongoing"],
  ["escalating", "Escalating"],
  ["regressed", "Regressed"],
]);

/** The station at which a group was first seen, and the text after it. */
function placeOf({ kind, details: given }: GroupHistoryEntry): Pick<HistoryLine, "station" | "rest"> {
  const { station: name, serial_number = "", firmware } = details.safeParse(given ?? {}).data ?? {};
  if (kind !== "first_seen" || name === undefined) return { station: null, rest: "" };
  return {
    station: { name, title: stationTitle({ name, serial_number }) },
    rest: firmware ? `, firmware ${firmware}` : "",
  };
}

function textOf({ kind, author, details: given }: GroupHistoryEntry): string {
  const about = details.safeParse(given ?? {}).data ?? {};
  const state = stateTexts.get(kind);
  if (state !== undefined && author === null) return state;
  if (kind === "first_seen") return about.station === undefined ? "First seen" : "First seen at ";
  return ownerText(kind, author, about.owner) ?? actText(kind, author, about);
}

/** Describes a change of ownership; null for other events. */
function ownerText(kind: string, author: string | null, owner = ""): string | null {
  switch (kind) {
    case "acknowledged":
      return `${owner} acknowledged this`;
    case "assigned":
      return `${author ?? "The server"} assigned this to ${owner}`;
    case "taken_over":
      return `${owner} took this over`;
    case "released":
      return author === owner || author === null ? `${owner} released this` : `${author} released this from ${owner}`;
    case "prolonged":
      return `${owner} kept this for another 24 hours`;
    case "expired":
      return `No longer assigned to ${owner}: nothing was done for 24 hours`;
    case "ended":
      return `No longer assigned to ${owner}: it ended`;
    default:
      return kind === "removed" && owner !== "" ? `No longer assigned to ${owner}, who was removed` : null;
  }
}

function actText(kind: string, author: string | null, about: Details): string {
  const act = actOf(kind, about);
  return author === null ? `${act.slice(0, 1).toUpperCase()}${act.slice(1)}` : `${author} ${act}`;
}

function actOf(kind: string, { groups, group, errors, pattern, to }: Details): string {
  const fingerprint = pattern ? `“${plainPattern(pattern)}”` : "a fingerprint";
  switch (kind) {
    case "resolved":
      return errors === undefined ? "resolved all errors" : `resolved ${countText(errors, "error")}`;
    case "archived":
      return "archived this";
    case "unarchived":
      return "unarchived this";
    case "merged":
      return `merged ${groups ? numbersOf(groups) : "other groups"} into this`;
    case "merged_into":
      return `merged this into ${group === undefined ? "another group" : `Group ${group}`}`;
    case "removed":
      return `removed ${fingerprint}${to === undefined ? "" : `, which is Group ${to}`}`;
    case "split":
      return `split ${fingerprint}`;
    default:
      return kind.replaceAll("_", " ");
  }
}

function numbersOf(groups: readonly { id: number }[]): string {
  const [only] = groups;
  return groups.length === 1 && only ? `Group ${only.id}` : countText(groups.length, "group");
}
