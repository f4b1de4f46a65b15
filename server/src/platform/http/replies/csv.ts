import { Readable } from "node:stream";
import { csvRows, toCsv, type CsvCell } from "@groundcrew/shared/lib";
import { answer } from "../route.ts";

/** The titles of columns with their values. */
export type CsvColumns<Row> = readonly (readonly [string, (row: Row) => CsvCell])[];

/** Answers with a CSV file, whose pages of rows are read as fast as the client takes them. */
export function csvAnswer<Row>(fileName: string, columns: CsvColumns<Row>, pages: AsyncIterable<readonly Row[]>) {
  return answer(200, Readable.from(pieces(columns, pages), { objectMode: false }), {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${fileName}"`,
  });
}

async function* pieces<Row>(columns: CsvColumns<Row>, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Buffer> {
  const head = columns.map(([title]) => title);
  yield Buffer.from(toCsv(head, []));
  for await (const rows of pages) {
    if (rows.length > 0) yield Buffer.from(csvRows(rows.map((row) => columns.map(([, valueOf]) => valueOf(row)))));
  }
}
