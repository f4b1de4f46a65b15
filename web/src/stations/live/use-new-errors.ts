import { useEffect, useRef, useState } from "react";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Fleet } from "../../data/fleet/index.ts";
import { countText } from "../../lib/index.ts";
import { changesBetween } from "./changes-between.ts";

/** New errors are announced at most this often. */
const EVERY_MS = 10 * SECOND_MS;

/** A sentence for screen readers with the number of errors that arrived since the last one; empty while there are none. */
export function useNewErrors(fleet: Fleet | undefined): string {
  const last = useRef(fleet);
  const count = useRef(0);
  const [sentence, setSentence] = useState("");

  useEffect(() => {
    if (fleet && last.current) count.current += changesBetween(last.current.stations.rows, fleet.stations.rows).errors;
    last.current = fleet;
  }, [fleet]);

  useEffect(() => {
    const timer = setInterval(() => {
      setSentence(count.current === 0 ? "" : countText(count.current, "new error"));
      count.current = 0;
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);

  return sentence;
}
