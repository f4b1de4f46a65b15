import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import type { ListItem } from "./list-items.ts";

/** A line that is in the window, and where it begins (px). */
type Line = { item: ListItem; index: number; start: number };

type ListWindow = {
  listRef: RefObject<HTMLUListElement | null>;
  measure: (node: Element | null) => void;
  lines: Line[];
  height: number;
};

/** Which lines of a long list are in the browser's window, as the page scrolls. Opened rows are measured. */
export function useListWindow(items: readonly ListItem[]): ListWindow {
  const listRef = useRef<HTMLUListElement>(null);
  const { top, row, group } = useLayout(listRef);

  // Another `getItemKey` makes the virtualizer look at all lines again, which must not happen with each step of scrolling.
  const looks = useMemo(
    () => ({
      estimateSize: (index: number) => (items[index]?.kind === "group" ? group : row),
      getItemKey: (index: number) => items[index]?.key ?? index,
    }),
    [items, group, row],
  );

  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would stumble over it, is off
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    ...looks,
    scrollMargin: top,
    overscan: 8,
  });

  const lines = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const item = items[index];
    return item ? [{ item, index, start: start - top }] : [];
  });
  return { listRef, measure: virtualizer.measureElement, lines, height: virtualizer.getTotalSize() };
}

type Layout = { top: number; row: number; group: number };

/** Where the list begins on the page and how high its lines are, which the style sheet decides by the window's width. */
function useLayout(listRef: RefObject<HTMLElement | null>): Layout {
  const [layout, setLayout] = useState<Layout>({ top: 0, row: 56, group: 32 });

  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const look = () => setLayout((before) => changed(before, layoutOf(list)));
    look();
    // Whatever moves or resizes the list changes the size of the page.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [listRef]);

  return layout;
}

function layoutOf(list: HTMLElement): Layout {
  const style = getComputedStyle(list);
  return {
    top: Math.round(list.getBoundingClientRect().top + window.scrollY),
    row: Number.parseFloat(style.getPropertyValue("--row-height")),
    group: Number.parseFloat(style.getPropertyValue("--group-height")),
  };
}

function changed(before: Layout, after: Layout): Layout {
  return before.top === after.top && before.row === after.row && before.group === after.group ? before : after;
}
