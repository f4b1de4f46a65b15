import { useState } from "react";
import { listText, NAMED_MAX, namesText, wholeNumber } from "../lib/index.ts";

/** The names of several things in a sentence, of which the first are shown and a press shows the others. */
export function Names({ names }: { names: readonly string[] }) {
  const [isAll, setAll] = useState(false);
  const more = names.length - NAMED_MAX;
  if (more <= 0) return namesText(names);
  return (
    <>
      {isAll ? `${listText(names)} · ` : `${names.slice(0, NAMED_MAX).join(", ")} and `}
      <button type="button" className="bare p-0 accent underlined" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
        {isAll ? "show fewer" : `${wholeNumber(more)} more`}
      </button>
    </>
  );
}
