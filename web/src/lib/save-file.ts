/** Time a browser gets to begin saving a file before its text is given up (ms). */
const SAVING_MS = 60_000;

/** Lets the browser save a CSV file made here. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS);
}

/** Name of a CSV file made at `now` (ms): what it holds, and the time in UTC to the second. */
export function csvName(what: string, now: number): string {
  return `${what}_${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.csv`;
}
