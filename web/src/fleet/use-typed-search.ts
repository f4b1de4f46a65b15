import { PATIENCE_MS } from "@groundcrew/shared/lib";
import { useEffect, useEffectEvent, useRef, useState } from "react";

/** The text in the search box, which is ahead of the search while someone types. */
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

  // Uses the latest values when the delay ends, since other settings may have changed.
  const handlePause = useEffectEvent(send);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => handlePause(text), PATIENCE_MS.search_debounce);
    return () => clearTimeout(timer);
  }, [text]);

  // A search from elsewhere, such as a followed link, replaces the text.
  useEffect(() => {
    if (search === sent.current) return;
    sent.current = search;
    setText(search);
  }, [search]);

  return { text, type: setText, finish };
}
