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
