import { downloadAudit, getAuditAct, listAuditActors, listAuditActs, type AuditAct } from "@groundcrew/shared/audit";
import { call } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { auditView, type AuditView } from "./view.ts";
import { useServerData, useServerPages } from "../../data/index.ts";

/** Loads a view as a CSV file. */
export function loadCsv(view: AuditView) {
  return call(downloadAudit, { query: auditView.call(view, serverNow()) });
}

/** The acts of a view, page by page, loaded again every minute. */
export function useAudit(view: AuditView) {
  return useServerPages(
    listAuditActs,
    ({ cursor }) => ({
      query: { ...auditView.call(view, serverNow()), ...(cursor !== undefined && { cursor: Number(cursor) }) },
    }),
    {
      nameInCache: view,
      items: ({ acts }) => acts,
      withItems: (page, acts) => ({ ...page, acts }),
      keyOf: ({ id }) => id,
    },
  );
}

/** An act with its entries, which never change. */
export function useAct({ id, entries }: Pick<AuditAct, "id" | "entries">) {
  return useServerData(getAuditAct, { params: { entry: id }, query: {} }, { nameInCache: entries });
}

/** The people with recent entries. */
export function useActors(orgId: string) {
  return useServerData(listAuditActors, { query: orgId === "" ? {} : { org_id: Number(orgId) } });
}
