/** How long a browser has to start saving a file before its URL is revoked (ms). */
const REVOKE_AFTER_MS = 60_000;

/** Saves a CSV file that was made in the page or loaded. */
export function saveCsv(name: string, ...parts: BlobPart[]): void {
  saveFile(name, new Blob(parts, { type: "text/csv;charset=utf-8" }));
}

/** Saves a text that was made in the page. */
export function saveText(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: "text/plain;charset=utf-8" }));
}

function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}

/** The name of a CSV file created at `now` (ms): its content, and the time in UTC to the second. */
export function csvName(content: string, now: number): string {
  return `${content}_${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.csv`;
}
