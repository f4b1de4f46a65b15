import { PATIENCE_MS } from "@groundcrew/shared/lib";
import { useEffect, useEffectEvent, useRef, useState } from "react";

/** The text in the search box, which runs ahead of the search itself while someone types. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const sent = useRef(search);

  function send(typed: string) {
    sent.current = typed;
    if (typed !== search) onSearch(typed);
  }

  function finish(typed: string) {
    setText(typed);
    send(typed);
  }

  // As things are when the pause is over: something else may have been chosen meanwhile.
  const handlePause = useEffectEvent(send);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => handlePause(text), PATIENCE_MS.search_debounce);
    return () => clearTimeout(timer);
  }, [text]);

  // A search that did not come from here, such as a followed link, replaces the text.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);

  return { text, type: setText, finish };
}
