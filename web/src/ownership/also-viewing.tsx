import { useEffect, useRef, useState, type RefObject } from "react";
import { keepViewing, type OwnedKind } from "@groundcrew/shared/ownership";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { IconEye } from "@tabler/icons-react";
import { useSettled } from "../lib/index.ts";
import { Icon } from "../ui/index.ts";
import { useServerData } from "../data/index.ts";

type Viewed = { kind: OwnedKind; subject: string };

/** How long something must be in view to count as viewed (ms). */
const VIEWED_AFTER_MS = 2 * SECOND_MS;

/** The names of the others who view something, if any. They learn that the user does, as long as this is in the window. */
export function AlsoViewing(viewed: Viewed) {
  const ref = useRef<HTMLOutputElement>(null);
  const isViewing = useSettled(useInWindow(ref), VIEWED_AFTER_MS);
  const viewers = useViewers(viewed, isViewing);
  return (
    <output ref={ref} className="inline-row gap-1 size-caption soft">
      {viewers.length > 0 && (
        <>
          <Icon icon={IconEye} size="s" />
          {`Also viewing: ${viewers.join(", ")}`}
        </>
      )}
    </output>
  );
}

const NOBODY: readonly string[] = [];

/** True while an element is in the window. */
function useInWindow(ref: RefObject<HTMLElement | null>): boolean {
  const [isIn, setIn] = useState(false);
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new IntersectionObserver((entries) => setIn(entries.at(-1)?.isIntersecting === true));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isIn;
}

function useViewers({ kind, subject }: Viewed, enabled: boolean): readonly string[] {
  const { data } = useServerData(keepViewing, { params: { kind, subject } }, { enabled, gcTime: 0 });
  return data?.others ?? NOBODY;
}
