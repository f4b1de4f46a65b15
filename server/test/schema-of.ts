import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

/** A line for each column, constraint, index, trigger and function of a database, to compare two. The order of columns does not matter. */
export async function schemaOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (select oid from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p'))
    select format('column %s.%s %s %s %s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod),
        case when attnotnull then 'not null' end, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as line
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid in (select oid from own) and attnum > 0 and not attisdropped
    union all
    select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where conrelid in (select oid from own) and contype <> 'n'
    union all
    select pg_get_indexdef(indexrelid) from pg_index where indrelid in (select oid from own)
    union all
    select pg_get_triggerdef(oid) from pg_trigger where tgrelid in (select oid from own) and not tgisinternal
    union all
    select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace and prokind <> 'a'
    order by 1`.execute(db);
  return rows.map(({ line }) => line);
}
