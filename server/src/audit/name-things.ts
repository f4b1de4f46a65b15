import type { AuditActor, AuditTarget } from "@groundcrew/shared/audit";
import type { Db } from "../platform/db/index.ts";
import type { EntryRow } from "./act-queries.ts";
import { selectAuthors, selectNames } from "./name-queries.ts";
import type { AuditViewer } from "./visible-entries.ts";

/** Kinds of things in the audit log, as they are spelled there. `notifications of user` before `user` and `station tag` before `station`, which begin or end like them. */
const KINDS = [
  "station tag",
  "station",
  "site",
  "notifications of user",
  "user",
  "organization",
  "api key",
  "alert rule",
  "alert",
  "channel",
  "device",
  "error group",
  "support log entry",
  "support log tag",
  "wallboard",
  "saved view",
] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds of things whose entries have their names, for when they have been deleted. */
const BY_NAME: ReadonlySet<string> = new Set<Kind>([
  "channel",
  "alert rule",
  "organization",
  "device",
  "wallboard",
  "site",
  "station tag",
  "saved view",
]);

/** A thing as an entry names it. `kind` is empty if the text is something else. */
export type Thing = { kind: Kind | ""; id: string };

/** Reads `station gc-1`, and what a refused request spelled: `station "gc-1", camera "pad"`, or `email "a@b.example"` of a user. */
function readTarget(target: string): Thing {
  const [first = ""] = target.split(/(?<="), /, 1);
  const kind = KINDS.find((one) => first.startsWith(`${one} `));
  if (kind !== undefined) return { kind, id: unquoted(first.slice(kind.length + 1)) };
  if (first.startsWith("email ")) return { kind: "user", id: unquoted(first.slice("email ".length)) };
  if (first.startsWith("name ")) return { kind: "", id: unquoted(first.slice("name ".length)) };
  return { kind: "", id: target };
}

function unquoted(text: string): string {
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}

/** Gives the things and authors of entries the names that they have now, or had when they were deleted. */
export type Names = { actorOf: (row: Author) => AuditActor; targetOf: (row: Targeted) => AuditTarget };
type Targeted = Pick<EntryRow, "target" | "own_name">;
type Author = Pick<EntryRow, "actor_kind" | "actor" | "by_support">;

/** Looks up the names of everything in some entries that the viewer may know. */
export async function findNames(
  db: Db,
  viewer: AuditViewer,
  rows: readonly (Author & { target?: string })[],
): Promise<Names> {
  const things = rows.flatMap(({ target }) => (target === undefined ? [] : [readTarget(target)]));
  const authors = rows.filter(({ by_support }) => !by_support);
  const names = new Map((await selectNames(db, viewer, things)).map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const people = new Map((await selectAuthors(db, viewer, authors)).map((author) => [author.actor, author]));
  return {
    actorOf({ actor_kind, actor, by_support }) {
      if (by_support) return { kind: "support", id: "", name: "" };
      if (actor_kind === "anonymous") return { kind: actor_kind, id: "", name: "" };
      if (actor_kind === "server") return { kind: actor_kind, id: actor === "server" ? "" : actor, name: "" };
      const { id = actor, name = "" } = people.get(actor) ?? {};
      return { kind: actor_kind, id, name };
    },
    targetOf({ target, own_name: ownName }) {
      const { kind, id } = readTarget(target);
      const nameThen = BY_NAME.has(kind) ? ownName : null;
      return { kind, id, name: names.get(`${kind} ${id}`) ?? nameThen ?? "" };
    },
  };
}
