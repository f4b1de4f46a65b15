import type { ImportKind } from "@groundcrew/shared/imports";
import { insertAudits, sourceOf } from "../audit/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { CallRequest, Principal } from "../platform/http/index.ts";
import { kinds } from "./kinds/index.ts";
import type { ItemWrite, WriteOptions, Written } from "./kinds/kind.ts";

type Source = { principal: Principal; request: CallRequest };

/** Saves items, each with entries in the audit log as if it was saved by hand. */
export async function writeAudited(
  tx: Db,
  { kind, writes, by, source }: { kind: ImportKind; writes: readonly ItemWrite[]; by: WriteOptions; source: Source },
): Promise<Written> {
  const written = await kinds[kind].write(tx, writes, by);
  const from = sourceOf(source.principal, source.request);
  for (const { action, notes } of written.audits) await insertAudits(tx, { ...from, action }, notes);
  return written;
}
