import type { ReactNode } from "react";
import { errorSentence } from "../api/index.ts";
import { FreshnessScope, StaleBanner, type Freshness } from "../freshness/index.ts";
import { Failed, Loading } from "../ui/index.ts";

/** What a page knows of content that it loads and keeps current. */
export type LiveContent<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  freshness: Freshness;
  refetch: () => Promise<void>;
};

type LoadedProps<Data> = {
  query: LiveContent<Data>;
  /** The content as a noun: `stations`, `the audit log`. */
  content: string;
  /** Shown while it is loading for the first time. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Content that is loaded: a skeleton at first, or why loading failed. Loaded content stays when a later request fails, and says that it is stale. */
export function Loaded<Data>({ query, content, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, freshness } = query;
  const reload = () => void query.refetch();
  return (
    <>
      <StaleBanner freshness={freshness} content={content} onRefresh={reload} />
      <FreshnessScope freshness={freshness}>
        {data !== undefined ? (
          children(data)
        ) : error && !isFetching ? (
          <Failed sentence={`Loading ${content} failed`} reason={errorSentence(error)} onReload={reload} />
        ) : (
          (skeleton ?? <Loading />)
        )}
      </FreshnessScope>
    </>
  );
}
