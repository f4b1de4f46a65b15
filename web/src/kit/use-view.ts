import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AddressQuery, Settings, View, ViewValues } from "@groundcrew/shared/view";
import { useMemo } from "react";

/** The view of a page, and what changes it. */
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

/** The view of a page as it is in the address. */
export function useView<S extends Settings>(declared: View<S>): ViewInAddress<ViewValues<S>> {
  const { read, write } = declared;
  const query = useSearch({ strict: false });
  const view = useMemo(() => read(query), [read, query]);
  const navigate = useNavigate();
  return changeableView(declared, view, (next) => {
    const search = (before: AddressQuery) => write(next(read(before)), before);
    void navigate({ to: ".", search, hash: true, replace: true, resetScroll: false });
  });
}

/** A view that `set` changes. */
export function changeableView<S extends Settings>(
  { filtered: filteredIn, cleared }: View<S>,
  view: ViewValues<S>,
  set: (next: (before: ViewValues<S>) => ViewValues<S>) => void,
): ViewInAddress<ViewValues<S>> {
  const filtered = filteredIn(view);
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
