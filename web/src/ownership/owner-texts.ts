import { shortAge, wholeNumber } from "@groundcrew/shared/lib";
import type { Ownership } from "@groundcrew/shared/ownership";
import { agoText, exactMoment } from "../lib/index.ts";

/** An owner from the point of view of the current user. */
export type OwnerKind = "mine" | "other" | "unassigned";

/** `meId` is the current user; undefined while that is not known. */
export function ownerKind(ownership: Ownership | null, meId: number | undefined): OwnerKind {
  if (ownership === null) return "unassigned";
  return ownership.owner_id !== null && ownership.owner_id === meId ? "mine" : "other";
}

/** An owner as the control shows it; `waiting` is assigned and has not acknowledged. */
export type ShownOwner =
  | { kind: "unassigned" }
  | { kind: "waiting" | "other" | "mine"; name: string; isMe: boolean; initials: string; age: string; title: string };

export function shownOwner(ownership: Ownership | null, meId: number | undefined, now: number): ShownOwner {
  if (ownership === null) return { kind: "unassigned" };
  const { owner, by, assigned_at, acknowledged_at } = ownership;
  const isMine = ownerKind(ownership, meId) === "mine";
  const name = isMine ? "You" : owner;
  const since = acknowledged_at ?? assigned_at;
  const age = shortAge(now - Date.parse(since));
  const about = { name, isMe: isMine, initials: initialsOf(owner), age };
  if (acknowledged_at === null) {
    const title = `Assigned to ${isMine ? "you" : owner} by ${by}, not acknowledged since ${exactMoment(since)}`;
    return { kind: "waiting", ...about, title };
  }
  const title = `Acknowledged by ${isMine ? "you" : owner} at ${exactMoment(since)}`;
  return { kind: isMine ? "mine" : "other", ...about, title };
}

type OwnedText = { meId: number | undefined; what: string; now: number };

/** Since when someone else has something, as a sentence; null when nobody else has it. */
export function otherOwnerSentence(ownership: Ownership | null, { meId, what, now }: OwnedText): string | null {
  if (ownership === null || ownerKind(ownership, meId) !== "other") return null;
  const { owner, by, acknowledged_at, assigned_at } = ownership;
  if (acknowledged_at !== null) return `${owner} acknowledged ${what} ${agoText(now - Date.parse(acknowledged_at))}.`;
  return `${by} assigned ${what} to ${owner} ${agoText(now - Date.parse(assigned_at))}.`;
}

/** The most owners that are named. */
const NAMED_MAX = 3;

/** Who owns things now that somebody else is to have: `3 are owned by Sam Reyes now, 1 by you.` Null for nobody. */
export function replacedText(
  owned: readonly Ownership[],
  { newId, meId }: { newId: number | undefined; meId: number | undefined },
): string | null {
  const others = owned.filter(({ owner_id }) => owner_id !== newId);
  const nameOf = (one: Ownership) => (ownerKind(one, meId) === "mine" ? "you" : one.owner);
  const counts = [...Map.groupBy(others, nameOf)]
    .map(([name, { length }]) => ({ name, count: length }))
    .toSorted((a, b) => b.count - a.count);
  const [first, ...rest] = counts.slice(0, NAMED_MAX);
  if (!first) return null;
  const more = counts.slice(NAMED_MAX).reduce((sum, { count }) => sum + count, 0);
  const named = rest.map(({ name, count }) => `, ${wholeNumber(count)} by ${name}`);
  const unnamed = more === 0 ? "" : `, ${wholeNumber(more)} by others`;
  const be = first.count === 1 ? "is" : "are";
  return `${wholeNumber(first.count)} ${be} owned by ${first.name} now${named.join("")}${unnamed}. Former owners are notified.`;
}

/** The initials of a name, or the first letter of an email address: `Lee Tran` → `LT`. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@]+/).filter(Boolean);
  const shown = name.includes("@") ? words.slice(0, 1) : words.filter((_, at) => at === 0 || at === words.length - 1);
  return shown.map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase()).join("");
}
