import { useMemo } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AddressQuery, Settings, View, ViewValues } from "./view.ts";

/** The view of a page as it is in the address, and what changes it. */
export type ViewInAddress<V> = {
  view: V;
  /** The names of the filters that are set, and whether something may be missing because there are some. */
  filtered: readonly (keyof V)[];
  isNarrowed: boolean;
  change: (changed: Partial<V>) => void;
  /** Clears all filters, or those in `only`. */
  clear: (only?: readonly (keyof V)[]) => void;
  /** The props of the control of a setting. */
  on: <K extends keyof V>(name: K) => { value: V[K]; onChange: (value: V[K]) => void };
};

export function useView<S extends Settings>(declared: View<S>): ViewInAddress<ViewValues<S>> {
  const { read, write, cleared } = declared;
  const query = useSearch({ strict: false });
  const view = useMemo(() => read(query), [read, query]);
  const navigate = useNavigate();
  const set = (next: (before: ViewValues<S>) => ViewValues<S>) => {
    const search = (before: AddressQuery) => write(next(read(before)), before);
    void navigate({ to: ".", search, hash: true, replace: true, resetScroll: false });
  };
  const filtered = declared.filtered(view);
  return {
    view,
    filtered,
    isNarrowed: filtered.length > 0,
    change: (changed) => set((before) => ({ ...before, ...changed })),
    clear: (only) => set((before) => cleared(before, only)),
    on: (name) => ({
      value: view[name],
      onChange: (value) => set((before) => ({ ...before, [name]: value })),
    }),
  };
}
