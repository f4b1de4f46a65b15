import { Fragment, type ReactNode } from "react";
import { IconFilter, type Icon as TablerIcon } from "@tabler/icons-react";
import { errorSentence, useServerMutation } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { csvName, saveCsv, wholeNumber } from "../lib/index.ts";
import { Button, ButtonGroup, CsvButton, PopoverButton, SearchBox, toast } from "../ui/index.ts";
import { CopyLink } from "./copy-link.tsx";
import styles from "./filter-bar.module.css";
import type { ViewInAddress } from "./use-view.ts";

type FilterBarProps<V, M extends keyof V> = {
  /** The view in the address, from `useView`. */
  view: Pick<ViewInAddress<{ q: string }>, "on"> & ViewInAddress<V>;
  /** The control of each setting, in their order; null for a setting without one. If one is missing, it does not compile. */
  filters: { [K in Exclude<keyof V, M | "q">]: ReactNode };
  /** The controls of further settings, in a popover. */
  more?: { [K in M]: ReactNode };
  search: { help: string; placeholder?: string; syntax?: "terms" | "text" };
  /** Before the filters. */
  children?: ReactNode;
  /** True if it has a button that clears the filters, and one that copies a link to the page. */
  hasClear?: boolean;
  hasLink?: boolean;
  /** The list as a file: its name without the time, and the call that loads it. */
  csv?: CsvFile;
};

type CsvFile = {
  name: string;
  load: () => Promise<{ body: AsyncIterable<Uint8Array> }>;
  isEmpty?: boolean;
};

/** The controls of a page's view. */
export function FilterBar<V, M extends keyof V = never>(props: FilterBarProps<V, M>) {
  const { view, filters, more, search, children, hasClear = false, hasLink = false, csv } = props;
  return (
    <div className={styles.bar}>
      {children}
      {controls(filters)}
      {more && <More view={view} controls={more} />}
      {hasClear && view.isNarrowed && (
        <Button tone="quiet" onClick={() => view.clear()}>
          Clear Filters
        </Button>
      )}
      {hasLink && <CopyLink />}
      {csv && <Csv {...csv} />}
      <SearchBox {...search} {...view.on("q")} />
    </div>
  );
}

function controls(of: object): ReactNode {
  return Object.entries<ReactNode>({ ...of }).map(([name, control]) => <Fragment key={name}>{control}</Fragment>);
}

type MoreProps<V, M extends keyof V> = { view: ViewInAddress<V>; controls: { [K in M]: ReactNode } };

/** A button that counts the filters that are set, and opens them. */
function More<V, M extends keyof V>({ view: { filtered, clear }, controls: of }: MoreProps<V, M>) {
  const isHere = (name: keyof V): name is M => Object.hasOwn(of, name);
  const set = filtered.filter(isHere);
  return (
    <PopoverButton name="Filter" icon={IconFilter} {...(set.length > 0 && { badge: String(set.length) })}>
      <div className={styles.more}>
        {controls(of)}
        <Button disabled={set.length === 0} onClick={() => clear(set)}>
          Clear Filters
        </Button>
      </div>
    </PopoverButton>
  );
}

function Csv({ name, load, isEmpty = false }: CsvFile) {
  const save = useServerMutation({
    ifUnanswered: null,
    run: async () => {
      const parts: BlobPart[] = [];
      for await (const part of (await load()).body) parts.push(new Uint8Array(part));
      saveCsv(csvName(name, serverNow()), ...parts);
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
  return <CsvButton disabled={isEmpty} busy={save.isPending} onClick={() => save.mutate()} />;
}

type SegmentsProps<T extends string> = {
  label: string;
  labels: Record<T, string>;
  options: readonly T[];
  /** How much each choice lists; undefined while unknown. */
  counts?: Partial<Record<T, number>> | undefined;
  icons?: Partial<Record<T, TablerIcon>>;
  /** Behind the labels. */
  badges?: Partial<Record<T, ReactNode>>;
  value: T;
  onChange: (value: T) => void;
};

/** A setting with few values, which are all shown. */
export function Segments<T extends string>({
  label,
  labels,
  options,
  counts,
  icons,
  badges,
  ...rest
}: SegmentsProps<T>) {
  const { value, onChange } = rest;
  return (
    <ButtonGroup label={label} className={styles.segments}>
      {options.map((option) => {
        const count = counts?.[option];
        const icon = icons?.[option];
        return (
          <Button key={option} {...(icon && { icon })} aria-pressed={option === value} onClick={() => onChange(option)}>
            {labels[option]}
            {count !== undefined && <span className={styles.count}> {wholeNumber(count)}</span>}
            {badges?.[option]}
          </Button>
        );
      })}
    </ButtonGroup>
  );
}
