import type { AddressQuery } from "@groundcrew/shared/view";
import { useEffect, useEffectEvent, useState } from "react";
import { useRouter } from "@tanstack/react-router";
import { useSettled } from "../../lib/index.ts";

/** People who walk through rows stop at none for as long (ms). */
const WALK_MS = 150;

/**
 * The name of the station in the side panel, null while it is closed; `settled` is the last one at which the user stopped. The address has
 * that one as `peek`, because each change of the address renders the page several times.
 */
export function usePeek() {
  const router = useRouter();
  const inAddress = (): string | null => router.latestLocation.search.peek ?? null;
  const [name, setName] = useState(inAddress);
  const settled = useSettled(name, WALK_MS);
  const write = useEffectEvent((peek: string | null) => {
    if (peek === inAddress() || router.latestLocation.pathname !== "/") return;
    const search = (before: AddressQuery) => {
      const others = Object.entries(before).filter(([key]) => key !== "peek");
      return Object.fromEntries(peek === null ? others : [...others, ["peek", peek]]);
    };
    void router.navigate({ to: "/", search, replace: true, resetScroll: false });
  });
  useEffect(() => write(settled), [settled]);
  return { name, settled, setName };
}
