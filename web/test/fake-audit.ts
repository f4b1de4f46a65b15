import {
  getAuditAct,
  listAuditActors,
  listAuditActs,
  type AuditAct,
  type AuditCheck,
  type AuditEntry,
} from "@groundcrew/shared/audit";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { openManage } from "./fake-manage.ts";
import type { FakeServer } from "./fake-server.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** The time that long ago. */
function ago(ms: number): string {
  return new Date(Date.now() - ms).toISOString();
}

/** An act of an admin on one station, with differences. */
export function sampleAct(differences: Partial<AuditAct> = {}): AuditAct {
  return {
    id: 1,
    at: ago(60_000),
    actor: { kind: "user", id: "admin@groundcrew.example", name: "Alex Admin" },
    action: "saveSsotEntry",
    refused: null,
    target: { kind: "station", id: "gc-000000000001", name: "Atlas 0036" },
    entries: 1,
    targets: 1,
    request: "request-1",
    address: "203.0.113.7",
    agent: CHROME,
    has_details: true,
    act: null,
    changed: [],
    ...differences,
  };
}

/** An entry of an act, with the values before and after. */
export function sampleEntry(id: number, values: Pick<AuditEntry, "before" | "after">): AuditEntry {
  const name = String(id).padStart(4, "0");
  return {
    id,
    at: ago(60_000),
    target: { kind: "station", id: `gc-00000000${name}`, name: `Atlas ${name}` },
    ...values,
  };
}

type State = {
  acts: AuditAct[];
  /** By the id of their act. */
  entries: Record<number, AuditEntry[]>;
  check: AuditCheck | null;
};

/** Opens the audit log of a server that has these acts. */
export function openAudit(path: string, { user, ...state }: { user?: SessionUser } & Partial<State> = {}) {
  const opened = openManage(path, user ? { user } : {});
  serveAudit(opened.server, state);
  return opened;
}

/** Serves these acts, two to a page. */
export function serveAudit(server: FakeServer, state: Partial<State> = {}): void {
  const { acts = [sampleAct()], entries = {}, check = { checked: ago(120_000), entries: 3, broken: null } } = state;
  server.on(listAuditActs, async ({ query: { cursor = 0, outcome, actor, q = "" } }) => {
    const matching = acts
      .filter(({ refused }) => outcome === "all" || (outcome === "refused") === (refused !== null))
      .filter((act) => actor === undefined || act.actor.id === actor)
      .filter((act) => JSON.stringify(act).includes(q));
    const next = cursor + 2 < matching.length ? String(cursor + 2) : null;
    const body = { acts: matching.slice(cursor, cursor + 2), next, count: matching.length, kept_days: 730, check };
    return { status: 200 as const, body };
  });
  server.on(getAuditAct, async ({ params: { entry } }) => {
    const act = acts.find(({ id }) => id === entry) ?? sampleAct();
    return { status: 200 as const, body: { act, entries: entries[entry] ?? [] } };
  });
  server.on(listAuditActors, async () => ({ status: 200 as const, body: acts.map(({ actor }) => actor) }));
}
