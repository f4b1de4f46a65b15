import { downloadAudit, getAuditAct, listAuditActors, listAuditActs, type AuditAct } from "@groundcrew/shared/audit";
import type { Reply } from "@groundcrew/shared/contract";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, errorSentence, queryKeys, requestUrl, useServerMutation } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import { callQuery, type AuditView } from "./view.ts";

type Page = Reply<typeof listAuditActs>["body"];
type Pages = Page & { pages: number };

/** The address of a view as a CSV file. */
export function csvAddress(view: AuditView): string {
  return requestUrl(downloadAudit, { query: callQuery(view, serverNow()) });
}

/** The acts of a view, page by page, loaded again every minute. */
export function useAudit(view: AuditView) {
  const client = useQueryClient();
  const queryKey = queryKeys.audit.acts(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...callQuery(view, serverNow()), ...(cursor !== null && { cursor: Number(cursor) }) };
    return (await call(listAuditActs, { query }, signal ? { signal } : {})).body;
  };
  const query = useLiveQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<Pages> => {
        const wanted = client.getQueryData<Pages>(queryKey)?.pages ?? 1;
        let list: Pages = { ...(await load(null, signal)), pages: 1 };
        while (list.pages < wanted && list.next !== null) {
          // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the page before
          list = joined(list, await load(list.next, signal));
        }
        return list;
      },
      placeholderData: keepPreviousData,
    }),
    MINUTE_MS,
  );
  const more = useServerMutation({
    run: (cursor: string) => load(cursor),
    onSuccess: (page, cursor) => {
      client.setQueryData<Pages>(queryKey, (list) => (list?.next === cursor ? joined(list, page) : list));
    },
  });
  const next = query.data?.next ?? null;
  return {
    ...query,
    more: {
      hasMore: next !== null && !query.isPlaceholderData,
      isLoading: more.isPending,
      failure: more.error && errorSentence(more.error),
      load: () => next !== null && more.mutate(next),
    },
  };
}

function joined(list: Pages, page: Page): Pages {
  const known = new Set(list.acts.map(({ id }) => id));
  const added = page.acts.filter(({ id }) => !known.has(id));
  // The count is that of the first page, which is the newest.
  return { ...list, next: page.next, acts: [...list.acts, ...added], pages: list.pages + 1 };
}

/** An act with its entries, which never change. */
export function useAct({ id, entries }: Pick<AuditAct, "id" | "entries">) {
  return useQuery({
    queryKey: queryKeys.audit.act(id, entries),
    queryFn: async ({ signal }) => (await call(getAuditAct, { params: { entry: id }, query: {} }, { signal })).body,
    staleTime: Infinity,
  });
}

/** Who has done something lately. */
export function useActors(orgId: number | null) {
  return useQuery({
    queryKey: queryKeys.audit.actors(orgId),
    queryFn: async ({ signal }) => {
      const query = orgId === null ? {} : { org_id: orgId };
      return (await call(listAuditActors, { query }, { signal })).body;
    },
    staleTime: MINUTE_MS,
  });
}
