import { PATIENCE_MS } from "@groundcrew/shared/lib";
import { useEffect, useRef, useState } from "react";

/** The text in the search box, which runs ahead of the search itself while someone types. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function send(typed: string) {
    clearTimeout(timer.current);
    sent.current = typed;
    if (typed !== search) onSearch(typed);
  }

  function type(typed: string) {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(typed), PATIENCE_MS.search_debounce);
  }

  function finish(typed: string) {
    setText(typed);
    send(typed);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  // A search that did not come from here, such as a followed link, replaces the text.
  useEffect(() => {
    if (search === sent.current) return;
    clearTimeout(timer.current);
    sent.current = search;
    setText(search);
  }, [search]);

  return { text, type, finish };
}
