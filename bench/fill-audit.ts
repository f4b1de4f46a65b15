import type { Db } from "@groundcrew/server/platform/db";
import { sql } from "kysely";

export const AUDIT = { organizations: 200, people: 500, stations: 2_000, days: 365 } as const;

const AT_ONCE = 10_000;

const CHANGES = [
  "editStation",
  "saveSsotEntry",
  "takeImages",
  "startMaintenance",
  "editEntry",
  "addEntry",
  "closeStream",
];

/**
 * Adds entries to the audit log in the order of time, and links them as usual: four of five requests change one thing, the others three. The
 * provider's staff make a third of the changes, the server makes a tenth, and one of twenty is refused. Values have about 200 characters.
 */
export async function fillAudit(owner: Db, count: number): Promise<void> {
  const { organizations, people, stations } = AUDIT;
  await sql`
    insert into organizations (name) select 'Customer ' || n from generate_series(1, ${organizations}::integer) n`.execute(
    owner,
  );
  await sql`
    insert into users (name, email, org_id, can_manage)
    select 'Person ' || n, 'person' || n || '@example.com', 1 + case when n % 3 = 0 then 0 else n % ${organizations}::integer end, true
    from generate_series(0, ${people - 1}::integer) n`.execute(owner);
  await sql`
    insert into stations (name, serial_number, station_type, org_id)
    select 'gc-' || lpad(to_hex(n), 12, '0'), 'Atlas ' || lpad(n::text, 5, '0'), 'atlas', 1 + n % ${organizations}::integer
    from generate_series(0, ${stations - 1}::integer) n`.execute(owner);
  for (let first = 0; first < count; first += AT_ONCE) {
    await addEntries(owner, { first, last: Math.min(count, first + AT_ONCE) - 1, count });
  }
  await sql`vacuum (analyze)`.execute(owner);
}

type Piece = { first: number; last: number; count: number };

async function addEntries(owner: Db, { first, last, count }: Piece): Promise<void> {
  const { stations, people, days } = AUDIT;
  await sql`
    insert into audit_entries (at, actor_kind, actor, actor_org_id, ip, agent, request_id, action, target, org_id, before, after)
    select now() - make_interval(secs => (${count}::bigint - n) * ${days * 86_400}::float / ${count}::bigint),
      case when is_server then 'server' else 'user' end, case when is_server then 'server' else u.email end,
      case when not is_server and not is_refused then u.org_id end, '203.0.113.' || person % 200,
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      md5('request ' || request)::uuid::text,
      case when is_refused then 'refuseTakeImages' else (${CHANGES}::text[])[1 + request % ${CHANGES.length}::integer] end,
      'station ' || s.name, s.org_id,
      json_build_object('description', 'Before ' || n, 'notes', repeat('as built ', 6), 'location_deployment', 'Harbor ' || n % 100),
      json_build_object('description', 'After ' || n, 'notes', repeat('as found ', 6), 'location_deployment', 'Field ' || n % 100)
    from (
      select n, request, request * 7919 % ${people}::integer as person, request % 10 = 9 as is_server, request % 20 = 8 as is_refused,
        (request * 17 + n % 5) % ${stations}::integer as station
      from (
        select n, case when n % 5 < 2 then n else n - n % 5 + 2 end as request from generate_series(${first}::bigint, ${last}::bigint) n
      ) n
    ) n
    join users u on u.email = 'person' || person || '@example.com'
    join stations s on s.name = 'gc-' || lpad(to_hex(station), 12, '0')
    order by n`.execute(owner);
}
