import { VisuallyHidden } from "./text.tsx";

/** A value before a change, one after it, or both. */
export function ValueChange({ from, to }: { from?: string | undefined; to?: string }) {
  return (
    <>
      {from !== undefined && <del className="muted sunken rounded-sm px-1h anywhere pre-wrap">{from}</del>}
      {from !== undefined && to !== undefined && (
        <>
          {" "}
          <span className="muted" aria-hidden>
            →
          </span>{" "}
          <VisuallyHidden>becomes</VisuallyHidden>{" "}
        </>
      )}
      {to !== undefined && <strong className="default tint-diff rounded-sm px-1h anywhere pre-wrap">{to}</strong>}
    </>
  );
}
