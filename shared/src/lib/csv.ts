/** A value in a cell of a CSV file; a missing one leaves the cell empty. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * A CSV file (RFC 4180): commas, CRLF, UTF-8 with a byte order mark so that spreadsheets read it as such. Text that a spreadsheet would
 * interpret as a formula gets a leading `'`, unless it is a plain number.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvRows([head])}${csvRows(rows)}`;
}

/** Rows of a CSV file that follow others. */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

/** Includes full-width characters, which East Asian spreadsheets interpret the same way. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  const plain = String(cell);
  const isFormula = typeof cell === "string" && FORMULA_START.test(plain) && !PLAIN_NUMBER.test(plain);
  const safe = isFormula ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
