import type { ReactNode } from "react";
import { IconSearchOff } from "@tabler/icons-react";
import { CallFailure, errorSentence } from "../api/index.ts";
import { FreshnessScope, StaleBanner, type Freshness } from "../freshness/index.ts";
import { Empty, Failed, Loading } from "../ui/index.ts";

/** The state of loaded content, which is kept current if it has a freshness. */
export type LoadedContent<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  freshness?: Freshness;
  refetch: () => Promise<unknown>;
};

type LoadedProps<Data> = {
  query: LoadedContent<Data>;
  /** The content as a noun: `stations`, `the audit log`. */
  content: string;
  /** The sentence when loading failed, where the specification has its own. */
  failure?: string;
  /** Shown while it is loading for the first time. */
  skeleton?: ReactNode;
  /** Shown if it does not exist: a sentence, and what can be done. */
  missing?: { sentence: string; action?: ReactNode };
  children: (data: Data) => ReactNode;
};

/**
 * Content that is loaded: a skeleton at first, or why loading failed. Loaded content stays when a later request fails, and says that it
 * is stale.
 */
export function Loaded<Data>({ query, content, failure, skeleton, missing, children }: LoadedProps<Data>) {
  const { data, error, isFetching, freshness } = query;
  const reload = () => void query.refetch();
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
  if (missing && error instanceof CallFailure && error.status === 404) {
    return <Empty icon={IconSearchOff} {...missing} />;
  }
  return <Failed sentence={failure ?? `Loading ${content} failed`} reason={errorSentence(error)} onReload={reload} />;
}
