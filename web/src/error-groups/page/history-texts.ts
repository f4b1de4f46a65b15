import type { GroupHistoryEntry } from "@groundcrew/shared/error-groups";
import type { Timestamp } from "@groundcrew/shared/lib";

/** A change of a group's owner. */
type OwnerChange = {
  id: number;
  at: Timestamp;
  action: "acknowledged" | "assigned" | "released" | "taken_over" | "prolonged" | "expired" | "ended" | "removed";
  author: string | null;
  owner: string;
  note: string | null;
};

/** A line of a group's history: what happened, and a note or reason. */
export type HistoryLine = { key: string; at: Timestamp; text: string; note: string | null };

/** Both histories as one, latest first. */
export function historyLines(entries: readonly GroupHistoryEntry[], owners: readonly OwnerChange[]): HistoryLine[] {
  const lines = [
    ...entries.map((entry) => ({ key: `group ${entry.id}`, at: entry.at, text: entryText(entry), note: entry.note })),
    ...owners.map((change) => ({
      key: `owner ${change.id}`,
      at: change.at,
      text: ownerText(change),
      note: change.note,
    })),
  ];
  return lines.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

const stateTexts = new Map([
  ["new", "First seen"],
  ["ongoing", "Ongoing"],
  ["escalating", "Escalating"],
  ["regressed", "Regressed"],
]);

const actTexts = new Map([
  ["resolved", "resolved all errors"],
  ["archived", "archived this"],
  ["unarchived", "unarchived this"],
  ["merged", "merged other groups into this"],
  ["merged_into", "merged this into another group"],
  ["removed", "removed a fingerprint"],
  ["split", "split a fingerprint"],
]);

function entryText({ kind, author }: GroupHistoryEntry): string {
  const state = stateTexts.get(kind);
  if (state !== undefined && author === null) return state;
  const act = actTexts.get(kind) ?? kind.replaceAll("_", " ");
  return author === null ? `${act.slice(0, 1).toUpperCase()}${act.slice(1)}` : `${author} ${act}`;
}

function ownerText({ action, author, owner }: OwnerChange): string {
  switch (action) {
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
    case "removed":
      return `No longer assigned to ${owner}, who was removed`;
  }
}
