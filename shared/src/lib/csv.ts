/** A value in a cell of a CSV file; a missing one leaves the cell empty. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * A CSV file (RFC 4180): commas, CRLF, UTF-8 with a byte order mark so that spreadsheets read it as such. Text that a spreadsheet would
 * interpret as a formula gets a leading `'`, unless it is a plain number. German and French spreadsheets separate cells by semicolons and
 * ignore quotes that begin after a comma, so a formula after a semicolon, a tab or a line break gets a `'`, too. So does text that is already
 * written like that, so that each cell means one text.
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${csvRows([head])}${csvRows(rows)}`;
}

/** Rows of a CSV file that follow others. */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(writeCell).join(",")}\r\n`).join("");
}

/** The text of a cell as it is written before it is quoted: with a `'` before each formula. */
export function safeText(text: string): string {
  return PLAIN_NUMBER.test(text) ? text : neutralizeLater(text).replace(FORMULA, "'");
}

/** The text that is written as this cell, or the cell itself if none is. Text that had a `'` before a formula loses it. */
export function textOfCell(cell: string): string {
  const text = cell.replace(NEUTRALIZED, "").replaceAll(NEUTRALIZED_LATER, "$1");
  return safeText(text) === cell ? text : cell;
}

/** Spreadsheets ignore space, control and invisible characters before a formula. East Asian ones know full-width signs, too. */
const FORMULA = /^(?='*(?:[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]|[\t\r\n]))/u;
/** The same after a separator or at the start of a line, where a dash with a space begins a list or a signature. */
const LATER_FORMULA = /^(?:[=+@＝＋＠]|[-－](?![\s-]))/u;
const NEUTRAL_LATER_FORMULA = /^'+[\s\p{Cc}\p{Cf}"]*(?:[=+@＝＋＠]|[-－](?![\s-]))/u;
/** Separators of other spreadsheets, and characters that are ignored between them and a formula. */
const BETWEEN_CELLS = /[;\s\p{Cc}\p{Cf}"]+/gu;
const SEPARATORS = [";", "\t", "\r", "\n"];
const MUST_QUOTE = /[",;\t\r\n\p{Zl}\p{Zp}\u0085]|^\s|\s$/u;
/** The `'` before a formula, at the start of a cell and later in it. */
const NEUTRALIZED = /^'(?='*(?:[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]|[\t\r\n]))/u;
const NEUTRALIZED_LATER = /([;\t\r\n])'(?='*[\s\p{Cc}\p{Cf}"]*(?:[=+@＝＋＠]|[-－](?![\s-])))/gu;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function writeCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  const safe = typeof cell === "string" ? safeText(cell) : String(cell);
  return MUST_QUOTE.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Puts a `'` before formulas that follow a separator. */
function neutralizeLater(text: string): string {
  return text.replaceAll(BETWEEN_CELLS, (between, at: number) => {
    const end = at + between.length;
    const cell = Math.max(...SEPARATORS.map((separator) => between.lastIndexOf(separator))) + 1;
    const isNeutral = cell === between.length && NEUTRAL_LATER_FORMULA.test(text.slice(end));
    if (cell === 0 || !(isNeutral || LATER_FORMULA.test(text.slice(end, end + 2)))) return between;
    return `${between.slice(0, cell)}'${between.slice(cell)}`;
  });
}
