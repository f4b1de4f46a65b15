import type { Records, Run } from "./records.ts";
import { amountOf, DEEP_TESTS } from "./tests.ts";
import type { DeepTest } from "./deep-test.ts";

/** docs/reliability.md with its two tables of deep tests: those that have not passed at their full amount, and the last runs of the others. */
export function withTables(document: string, { runs }: Records): string {
  const tests = Object.entries(DEEP_TESTS).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const missing = tests.filter(([name]) => !(name in runs)).map(([name, test]) => missingRow(name, test));
  const shown = tests.flatMap(([name, test]) => (runs[name] ? [runRow(name, test, runs[name])] : []));
  const withMissing = replaced(document, "not shown", ["| test | rows | full amount |", "|---|---|---|", ...missing]);
  return replaced(withMissing, "runs", [
    "| test | rows | amount | seed | date | duration | commit | figure |",
    "|---|---|---|---|---|---|---|---|",
    ...shown,
  ]);
}

function missingRow(name: string, test: DeepTest): string {
  return row([`*${name}*`, test.rows.join(", "), amountOf(test)]);
}

function runRow(name: string, test: DeepTest, { amount, seed, date, minutes, commit, figure }: Run): string {
  const duration = minutes === null ? "" : `${minutes.toFixed(1)} min`;
  const cells = [amountOf(test, amount), seed ?? "", date, duration, commit, figure ?? ""];
  return row([`\`${name}\``, test.rows.join(", "), ...cells]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** The document with these lines between the marks of a table. */
function replaced(document: string, name: string, lines: readonly string[]): string {
  const [start, end] = [`<!-- ${name}: written by npm run test:deep -->`, `<!-- end of ${name} -->`];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document lacks ${start} or ${end}.`);
  return `${document.slice(0, from)}${start}\n\n${lines.join("\n")}\n\n${document.slice(to)}`;
}
