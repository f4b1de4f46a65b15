import { sql, type RawBuilder } from "kysely";

/**
 * What people call a station `s`: its description and its serial number, as on its page; its name without them. One that is given twice is
 * written once.
 */
export const stationTitle: RawBuilder<string> = sql<string>`coalesce(
  nullif(concat_ws(', ', nullif(nullif(s.description, ''), s.serial_number), nullif(s.serial_number, '')), ''), s.name)`;
