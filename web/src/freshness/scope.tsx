import { createContext, use, useMemo, type ReactNode } from "react";
import { useDialogDepth } from "../ui/index.ts";
import type { Freshness } from "./rule.ts";

/** What is shown below, and in how many dialogs over the page. */
type Scope = { freshness: Freshness; depth: number };

// Readings are deep inside rows that render again only when their station changes, so this is a context and not a property.
const ScopeContext = createContext<Scope>({ freshness: { kind: "empty" }, depth: 0 });

/** Makes every reading below show how fresh it is. */
export function FreshnessScope({ freshness, children }: { freshness: Freshness; children: ReactNode }) {
  const depth = useDialogDepth();
  const scope = useMemo(() => ({ freshness, depth }), [freshness, depth]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/** How fresh the readings here are. */
export function useFreshnessHere(): Freshness {
  return use(ScopeContext).freshness;
}

/** Whether a banner on the page or in the same dialog already says that what is shown is out of date. */
export function useIsAnnounced(): boolean {
  const { freshness, depth } = use(ScopeContext);
  const here = useDialogDepth();
  return freshness.kind === "stale" && freshness.reason !== null && depth === here;
}
