import { downloadAudit, getAuditAct, listAuditActors, listAuditActs, type AuditAct } from "@groundcrew/shared/audit";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { call, queryKeys } from "../api/index.ts";
import { serverNow } from "../clock/index.ts";
import { usePages } from "../freshness/index.ts";
import { auditView, type AuditView } from "./view.ts";

/** Loads a view as a CSV file. */
export function loadCsv(view: AuditView) {
  return call(downloadAudit, { query: auditView.call(view, serverNow()) });
}

/** The acts of a view, page by page, loaded again every minute. */
export function useAudit(view: AuditView) {
  const queryKey = queryKeys.audit.acts(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...auditView.call(view, serverNow()), ...(cursor !== null && { cursor: Number(cursor) }) };
    return (await call(listAuditActs, { query }, signal ? { signal } : {})).body;
  };
  return usePages({
    queryKey,
    load,
    items: ({ acts }) => acts,
    withItems: (page, acts) => ({ ...page, acts }),
    keyOf: ({ id }) => String(id),
    everyMs: MINUTE_MS,
  });
}

/** An act with its entries, which never change. */
export function useAct({ id, entries }: Pick<AuditAct, "id" | "entries">) {
  return useQuery({
    queryKey: queryKeys.audit.act(id, entries),
    queryFn: async ({ signal }) => (await call(getAuditAct, { params: { entry: id }, query: {} }, { signal })).body,
    staleTime: Infinity,
  });
}

/** The people with recent entries. */
export function useActors(orgId: string) {
  return useQuery({
    queryKey: queryKeys.audit.actors(orgId),
    queryFn: async ({ signal }) => {
      const query = orgId === "" ? {} : { org_id: Number(orgId) };
      return (await call(listAuditActors, { query }, { signal })).body;
    },
    staleTime: MINUTE_MS,
  });
}
