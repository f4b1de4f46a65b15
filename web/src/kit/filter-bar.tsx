import { Fragment, type ReactNode } from "react";
import { Button, SearchBox } from "../ui/index.ts";
import { CopyLink } from "./copy-link.tsx";
import styles from "./filter-bar.module.css";
import type { ViewInAddress } from "./use-view.ts";

type FilterBarProps<V> = {
  /** The view in the address, from `useView`. */
  view: Pick<ViewInAddress<{ q: string }>, "on"> & ViewInAddress<V>;
  /** The control of each setting, in their order; null for a setting without one. If one is missing, it does not compile. */
  filters: { [K in Exclude<keyof V, "q">]: ReactNode };
  search: { help: string; placeholder?: string; syntax?: "terms" | "text" };
  /** Before the filters. */
  children?: ReactNode;
  /** True if it has a button that clears the filters, and one that copies a link to the page. */
  hasClear?: boolean;
  hasLink?: boolean;
  /** Returns the link, unless it is the address. */
  href?: (() => string) | undefined;
  /** Before the search box, beside it, and behind it. What is beside it stays with it where the bar takes two lines. */
  after?: ReactNode;
  beside?: ReactNode;
  end?: ReactNode;
};

/** The controls of a page's view. */
export function FilterBar<V>(props: FilterBarProps<V>) {
  const { view, filters, search, children, hasClear = false, hasLink = false, href, after, beside, end } = props;
  return (
    <div className={`row wrap gap-2 mb-3 no-print ${styles.bar}`}>
      {children}
      {controls(filters)}
      {hasClear && view.isNarrowed && (
        <Button tone="quiet" onClick={() => view.clear()}>
          Clear Filters
        </Button>
      )}
      {hasLink && <CopyLink href={href} />}
      {after}
      <div className={`row gap-2 justify-end ${styles.search}`}>
        {beside}
        <SearchBox {...search} {...view.on("q")} />
      </div>
      {end}
    </div>
  );
}

export function controls(of: object): ReactNode {
  return Object.entries<ReactNode>({ ...of }).map(([name, control]) => <Fragment key={name}>{control}</Fragment>);
}
