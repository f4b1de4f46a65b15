import { liveTopic, type LiveTopic } from "@groundcrew/shared/contract";
import { z } from "zod";
import { listen } from "../platform/db/index.ts";
import type { Part } from "../platform/lib/index.ts";

/** The payload of a notification, as the database's function `notify_change` writes it. */
const payload = z.object({
  topic: liveTopic,
  station: z.string().nullable(),
  org_id: z.int().nullable(),
  admins: z.boolean(),
});

/** A change in the database: at a station, in an organization, or anything of a topic if both are null. */
export type ChangeNotice = { topic: LiveTopic; station: string | null; orgId: number | null; forAdmins: boolean };

/** Receives each change, and null after a new connection to the database, before which some may have been missed. */
type Listener = (notice: ChangeNotice | null) => void;

/** Reports the changes of any server, from the notifications of the database. */
export function listenForChanges(url: string) {
  const listeners = new Set<Listener>();
  const report = (notice: ChangeNotice | null) => listeners.forEach((listener) => listener(notice));
  const listening = listen(url, "changes", {
    onNotify(text) {
      if (text === null) return report(null);
      const read = payload.safeParse(JSON.parse(text));
      if (!read.success) return;
      const { topic, station, org_id: orgId, admins: forAdmins } = read.data;
      report({ topic, station, orgId, forAdmins });
    },
  });
  return {
    /** Reports a change of this server alone. */
    report: (notice: ChangeNotice) => report(notice),
    /** Calls `listener` with every change, until the returned function is called. */
    onChange(listener: Listener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => listening.stop(),
  } satisfies Part & Record<"report" | "onChange", unknown>;
}

export type ChangeFeed = ReturnType<typeof listenForChanges>;
