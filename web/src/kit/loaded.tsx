import { useEffect, useEffectEvent, type ReactNode } from "react";
import { IconFilterOff, IconSearchOff, type Icon as TablerIcon } from "@tabler/icons-react";
import { errorSentence, isNotFound } from "../data/api/index.ts";
import { FreshnessScope, StaleBanner, type Freshness } from "../data/freshness/index.ts";
import { Button, Empty, Failed, hasUnsavedChanges, Loading, Notice, Problem, toast } from "../ui/index.ts";

/** The state of loaded content, which is kept current if it has a freshness. */
export type LoadedContent<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  freshness?: Freshness;
  refetch: () => Promise<unknown>;
};

type Missing = {
  icon?: TablerIcon;
  sentence: string;
  /** True if the server's sentence follows. */
  hasReason?: boolean;
  action?: ReactNode;
};

export type LoadedProps<Data> = {
  query: LoadedContent<Data>;
  /** The content as a noun: `stations`, `the audit log`. */
  content: string;
  /** The sentence when loading failed, where the specification has its own. */
  failure?: string;
  /** Shown while it is loading for the first time. */
  skeleton?: ReactNode;
  /** Shown if it does not exist: a sentence, and what can be done. */
  missing?: Missing;
  /** Shown instead of a list without items. */
  empty?: ReactNode;
  /** True if it is a list without items; by default if it is an empty array. */
  isEmpty?: boolean;
  children: (data: Data) => ReactNode;
};

/**
 * Content that is loaded: a skeleton at first, or why loading failed. Loaded content stays when a later request fails, and says that it
 * is stale.
 */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, content, failure, skeleton, missing, empty, isEmpty } = props;
  const { data, error, isFetching, freshness } = query;
  const reload = () => void query.refetch();
  const children = (loaded: Data) =>
    empty !== undefined && (isEmpty ?? (Array.isArray(loaded) && loaded.length === 0)) ? empty : props.children(loaded);
  if (missing && isNotFound(error)) {
    if (data === undefined || !hasContent({ query, missing })) {
      return <Nothing {...missing} reason={errorSentence(error)} />;
    }
    return (
      <>
        <Notice tone="danger">{missing.sentence}</Notice>
        {children(data)}
      </>
    );
  }
  if (data !== undefined) {
    if (freshness === undefined) return children(data);
    return (
      <>
        <StaleBanner freshness={freshness} content={content} onRefresh={reload} />
        <FreshnessScope freshness={freshness}>{children(data)}</FreshnessScope>
      </>
    );
  }
  if (!error || isFetching) return skeleton ?? <Loading />;
  return <Failed sentence={failure ?? `Loading ${content} failed`} reason={errorSentence(error)} onReload={reload} />;
}

type NoMatchesProps = {
  /** The listed objects, as a plural noun: `alerts`. */
  of: string;
  view: { isNarrowed: boolean; clear: () => void };
  /** Before the button that clears the filters. */
  action?: ReactNode;
  /** Shown if nothing is filtered out. */
  children: ReactNode;
};

/** Shown instead of a list without items whose view may leave some out. */
export function NoMatches({ of, view: { isNarrowed, clear }, action, children }: NoMatchesProps) {
  if (!isNarrowed) return children;
  return (
    <Empty
      icon={IconFilterOff}
      sentence={`No matching ${of}`}
      action={
        <>
          {action}
          <Button onClick={() => clear()}>Clear Filters</Button>
        </>
      }
    />
  );
}

/** Whether the content is displayed. What was deleted meanwhile stays while it has changes that would be lost. */
export function hasContent({
  query,
  missing,
}: {
  query: Pick<LoadedContent<unknown>, "data" | "error">;
  missing: Missing | undefined;
}): boolean {
  return query.data !== undefined && !(missing && isNotFound(query.error) && !hasUnsavedChanges());
}

function Nothing({ icon = IconSearchOff, hasReason = false, reason, ...texts }: Missing & { reason: string }) {
  return hasReason ? <Problem icon={icon} {...texts} reason={reason} /> : <Empty icon={icon} {...texts} />;
}

/** Closes a dialog that has nothing to show any more, and says why. */
export function useCloseWhen(reason: string | null, onClose: () => void): void {
  const close = useEffectEvent((reason: string) => {
    toast("danger", reason);
    onClose();
  });
  useEffect(() => {
    if (reason !== null) close(reason);
  }, [reason]);
}
