import type { TablePart } from "../data/fleet/index.ts";
import { countText, wholeNumber } from "../lib/index.ts";
import { ShowMore } from "./data-list.tsx";

/** Below a table of stations of which only some are loaded: how many, and what is decided by them. Nothing below a whole table. */
export function LoadedPart({ part, of }: { part: TablePart | null; of: string }) {
  if (part === null || part.loaded === part.total) return null;
  const { isLoading } = part.more;
  return (
    <>
      <p className="caption muted mt-2 no-print">
        {`The first ${wholeNumber(part.loaded)} of ${countText(part.total, "station")} are loaded, and more as you scroll. ${of} Download CSV saves all.${isLoading ? " Loading more…" : ""}`}
      </p>
      {part.more.failure !== null && <ShowMore {...part.more} />}
    </>
  );
}
