import { Fragment, type ComponentProps, type ReactNode } from "react";
import { Button, SearchBox } from "../ui/index.ts";
import { CopyLink } from "./copy-link.tsx";
import styles from "./filter-bar.module.css";
import type { ViewInAddress } from "./use-view.ts";

/** The control of each setting, in their order; null for a setting without one. If one is missing, it does not compile. */
type Controls<Name extends PropertyKey> = { [K in Name]: ReactNode };

/** The view in the address, from `useView`, and its controls. A setting `q` is what the search box is for. */
type ViewControls<V> =
  | { view: ViewInAddress<V>; filters: Controls<keyof V>; search?: undefined }
  | {
      view: ViewInAddress<V> & Pick<ViewInAddress<{ q: string }>, "on">;
      filters: Controls<Exclude<keyof V, "q">>;
      search: Omit<ComponentProps<typeof SearchBox>, "value" | "onChange">;
    };

type FilterBarProps<V> = ViewControls<V> & {
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
  const { view, filters, children, hasClear = false, hasLink = false, href, after, beside, end } = props;
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
      {props.search && (
        <div className={`row gap-2 justify-end min-0 ${styles.barSearch}`}>
          {beside}
          <SearchBox {...props.search} {...props.view.on("q")} />
        </div>
      )}
      {end}
    </div>
  );
}

export function controls(of: object): ReactNode {
  return Object.entries<ReactNode>({ ...of }).map(([name, control]) => <Fragment key={name}>{control}</Fragment>);
}
