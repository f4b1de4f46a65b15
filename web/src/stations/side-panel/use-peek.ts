import type { SessionUser } from "@groundcrew/shared/sessions";
import type { AddressQuery } from "@groundcrew/shared/view";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useSettled } from "../../lib/index.ts";
import { pageValue } from "../../page/index.ts";

/** True while the side panel is shown. */
export const panelShown = pageValue(() => false);

/** People who walk through rows stop at none for as long (ms). */
const WALK_MS = 150;

/**
 * The name of the station in the side panel, null while it is closed; `settled` is the last one at which the user stopped. The address has
 * that one as `peek`, because each change of the address renders the page several times.
 */
export function usePeek({ default_view }: Pick<SessionUser, "default_view">) {
  const router = useRouter();
  const { peek: inAddress = null } = useSearch({ strict: false });
  const [name, setName] = useState(inAddress);
  const settled = useSettled(name, WALK_MS);
  const written = useRef(inAddress);
  const write = useEffectEvent((peek: string | null) => {
    const { search: now, pathname } = router.latestLocation;
    if (peek === (now.peek ?? null) || pathname !== "/") return;
    written.current = peek;
    const search = (before: AddressQuery) => {
      const { peek: _, ...others } = before;
      if (peek !== null) return { ...others, peek };
      // An address without anything would open the default view.
      return default_view !== null && Object.keys(others).length === 0 ? { view: "none" } : others;
    };
    void router.navigate({ to: "/", search, replace: true, resetScroll: false });
  });
  useEffect(() => write(settled), [settled]);
  // The address changes from elsewhere when a saved view is opened, or with Back.
  const follow = useEffectEvent((peek: string | null) => {
    if (peek !== written.current) setName(peek);
    written.current = peek;
  });
  useEffect(() => follow(inAddress), [inAddress]);
  return { name, settled, setName };
}
