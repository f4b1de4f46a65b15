import styles from "./text.module.css";

/** Unformatted machine output, to read, select and copy. */
export function RawText({ label, rows, text }: { label: string; rows: number; text: string }) {
  return (
    <textarea
      className={`rounded full-width default sunken bordered p-3 inner-focus ${styles.text}`}
      aria-label={label}
      readOnly
      spellCheck={false}
      rows={rows}
      value={text}
    />
  );
}

/** An email address that may wrap after its @. */
export function Address({ address }: { address: string }) {
  const hostStart = address.indexOf("@") + 1;
  return (
    <>
      {address.slice(0, hostStart)}
      <wbr />
      {address.slice(hostStart)}
    </>
  );
}
