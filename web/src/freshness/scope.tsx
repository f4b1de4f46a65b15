import { createContext, use, useMemo, type ReactNode } from "react";
import { useDialogDepth } from "../ui/index.ts";
import type { Freshness } from "./freshness.ts";

/** The freshness of the content, and how many dialogs are open around it. */
type Scope = { freshness: Freshness; depth: number };

// Readings are deep inside rows that render again only when their station changes, so this is a context and not a prop.
const ScopeContext = createContext<Scope>({ freshness: { kind: "empty" }, depth: 0 });

/** Sets the freshness of every reading inside. */
export function FreshnessScope({ freshness, children }: { freshness: Freshness; children: ReactNode }) {
  const depth = useDialogDepth();
  const scope = useMemo(() => ({ freshness, depth }), [freshness, depth]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}

/** The freshness of the readings here. */
export function useFreshnessHere(): Freshness {
  return use(ScopeContext).freshness;
}

/** Whether a banner on the page or in the same dialog already reports that the content is stale. */
export function useIsAnnounced(): boolean {
  const { freshness, depth } = use(ScopeContext);
  const ownDepth = useDialogDepth();
  return freshness.kind === "stale" && freshness.reason !== null && depth === ownDepth;
}
