import type { ReactNode } from "react";
import { IconFilter, type Icon as TablerIcon } from "@tabler/icons-react";
import { keysOf, recordOf } from "@groundcrew/shared/lib";
import { errorSentence, LoadedFile, useServerMutation } from "../data/api/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { csvName, saveCsv, wholeNumber } from "../lib/index.ts";
import { Button, ButtonGroup, CsvButton, PopoverButton, toast } from "../ui/index.ts";
import { controls } from "./filter-bar.tsx";
import styles from "./data-list.module.css";

type CsvFile = {
  /** The name of the file, without the time. */
  name: string;
  load: () => Promise<{ body: AsyncIterable<Uint8Array> }>;
};

type CsvDownloadProps = CsvFile & {
  /** True if there is nothing to download. */
  isEmpty?: boolean;
};

/** Saves a file that a call loads. */
export function useCsvDownload({ name, load }: CsvFile) {
  return useServerMutation({
    ifUnanswered: null,
    run: async () => {
      const { body } = await load();
      if (body instanceof LoadedFile) saveCsv(csvName(name, serverNow()), body.content);
    },
    onError: (error) => toast("danger", errorSentence(error)),
  });
}

/** The list as a file that a call loads. */
export function CsvDownload({ isEmpty = false, ...file }: CsvDownloadProps) {
  const save = useCsvDownload(file);
  return <CsvButton disabled={isEmpty} busy={save.isPending} onClick={() => save.mutate()} />;
}

/** The controls of settings in a popover: its button counts those that are set. */
export function inPopover<M extends string>(
  { filtered, clear }: { filtered: readonly string[]; clear: (only: readonly NoInfer<M>[]) => void },
  of: Record<M, ReactNode>,
): Record<M, ReactNode> {
  const names = keysOf(of);
  const set = names.filter((name) => filtered.includes(name));
  const button = (
    <PopoverButton name="Filter" icon={IconFilter} {...(set.length > 0 && { badge: String(set.length) })}>
      <div className={`one-column-small halves grid gap-3 ${styles.moreFilters}`}>
        {controls(of)}
        <Button disabled={set.length === 0} onClick={() => clear(set)}>
          Clear Filters
        </Button>
      </div>
    </PopoverButton>
  );
  return recordOf(names, (name) => name === names[0] && button);
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
  /** Undefined while it is not known. */
  value: T | undefined;
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
            {count !== undefined && <span className="medium hidden-tiny"> {wholeNumber(count)}</span>}
            {badges?.[option]}
          </Button>
        );
      })}
    </ButtonGroup>
  );
}
