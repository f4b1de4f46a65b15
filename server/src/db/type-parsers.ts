import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import { TypeOverrides, type CustomTypesConfig } from "pg";

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ_ARRAY = 1185;

/**
 * How values are returned from the database: times as ISO text in UTC with milliseconds, dates as text, `bigint` as numbers. The
 * session's time zone must be UTC.
 */
export function typeParsers(): CustomTypesConfig {
  const parsers = new TypeOverrides();
  parsers.setTypeParser(INT8, parseInteger);
  parsers.setTypeParser(DATE, parseDate);
  parsers.setTypeParser(TIMESTAMPTZ, parseTimestamp);
  parsers.setTypeParser(INT8_ARRAY, eachOf(parseInteger));
  parsers.setTypeParser(DATE_ARRAY, eachOf(parseDate));
  parsers.setTypeParser(TIMESTAMPTZ_ARRAY, eachOf(parseTimestamp));
  return parsers;
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The database holds ${text}, too large for an exact number.`);
  return value;
}

function parseDate(text: string): CalendarDate {
  return text;
}

/** `2026-11-21 02:13:00.123456+00` → `2026-11-21T02:13:00.123Z`. Only slices the text, because this runs for every row. */
function parseTimestamp(text: string): Timestamp {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  if (!parts) throw new RangeError(`The database holds the time ${text}, which is not in UTC or not of our era.`);
  const [, day, time, fraction = ""] = parts;
  return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
}

/** Parses a flat array whose values contain neither commas nor quotes, such as `{"2026-11-21 02:13:00+00",NULL}`. */
function eachOf<Value>(parse: (text: string) => Value): (text: string) => (Value | null)[] {
  return (text) => {
    if (text === "{}") return [];
    const items = text.slice(1, -1).replaceAll('"', "").split(",");
    return items.map((item) => (item === "NULL" ? null : parse(item)));
  };
}
