import type { AuditActor, AuditTarget } from "@groundcrew/shared/audit";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";
import type { EntryRow } from "./act-queries.ts";
import type { AuditViewer } from "./visible-entries.ts";

/** Kinds of things in the audit log, as they are spelled there. `notifications of user` before `user`, which it contains. */
const KINDS = [
  "station",
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
] as const;
type Kind = (typeof KINDS)[number];

/** A thing as an entry names it. `kind` is empty if the text is something else. */
type Thing = { kind: Kind | ""; id: string };

/** Reads `station gc-1`, and what a refused request spelled: `station "gc-1", camera "pad"`, or `email "a@b.example"` of a user. */
export function readTarget(target: string): Thing {
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

/** Gives the things and authors of entries the names that they have now. */
export type Names = { actorOf: (row: Author) => AuditActor; targetOf: (target: string) => AuditTarget };
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
  const people = new Map((await selectAuthors(db, authors)).map((author) => [author.actor, author]));
  return {
    actorOf({ actor_kind, actor, by_support }) {
      if (by_support) return { kind: "support", id: "", name: "" };
      if (actor_kind === "anonymous" || actor_kind === "server") return { kind: actor_kind, id: "", name: "" };
      const { id = actor, name = "" } = people.get(actor) ?? {};
      return { kind: actor_kind, id, name };
    },
    targetOf(target) {
      const { kind, id } = readTarget(target);
      return { kind, id, name: names.get(`${kind} ${id}`) ?? "" };
    },
  };
}

type Named = { kind: string; id: string; name: string };

/** The names of things by kind and id, as they are spelled in entries. Titles of groups and names of tags are for admins. */
async function selectNames(db: Db, { isAdmin, orgId }: AuditViewer, things: readonly Thing[]): Promise<Named[]> {
  const texts = (kind: Kind) => [...new Set(things.filter((one) => one.kind === kind).map(({ id }) => id))];
  const ids = (kind: Kind) =>
    texts(kind)
      .filter((id) => /^\d{1,9}$/.test(id))
      .map(Number);
  const own = (column: "org_id" | "id") => (isAdmin ? sql`true` : sql`${sql.ref(column)} = ${orgId}`);
  const found = await sql<Named>`
    select 'station' as kind, name as id, serial_number as name from stations
    where name = any(${texts("station")}::text[]) and ${own("org_id")}
    union all select 'organization', id::text, name from organizations where id = any(${ids("organization")}::integer[]) and ${own("id")}
    union all select 'channel', id::text, name from channels where id = any(${ids("channel")}::integer[]) and ${own("org_id")}
    union all select 'alert rule', id::text, name from alert_rules where id = any(${ids("alert rule")}::integer[]) and ${own("org_id")}
    union all select 'notifications of user', id::text, email from users
      where id = any(${ids("notifications of user")}::integer[]) and ${own("org_id")}
    union all select 'error group', id::text, title from error_groups where id = any(${ids("error group")}::integer[]) and ${isAdmin}
    union all select 'support log tag', id::text, name from support_log_tags where id = any(${ids("support log tag")}::integer[]) and ${isAdmin}
    `.execute(db);
  return found.rows;
}

/** The names of users, and the names and descriptions of API keys, by how entries name them. */
async function selectAuthors(db: Db, rows: readonly Author[]): Promise<{ actor: string; id: string; name: string }[]> {
  const of = (kind: Author["actor_kind"]) => [
    ...new Set(rows.filter(({ actor_kind }) => actor_kind === kind).map(({ actor }) => actor)),
  ];
  const found = await sql<{ actor: string; id: string; name: string }>`
    select email as actor, email as id, name from users where email = any(${of("user")}::text[])
    union all
    select 'key ' || id, name, description from api_keys where 'key ' || id = any(${of("api_key")}::text[])`.execute(
    db,
  );
  return found.rows;
}
