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

/** Reports the changes of any server, from the notifications of the database. */
export function listenForChanges(url: string) {
  const listeners = new Set<(notice: ChangeNotice) => void>();
  const report = (notice: ChangeNotice) => listeners.forEach((listener) => listener(notice));
  const listening = listen(url, "changes", {
    onNotify(text) {
      const read = text === null ? null : payload.safeParse(JSON.parse(text));
      // After a new connection, the clients' regular requests load the missed changes.
      if (!read?.success) return;
      const { topic, station, org_id: orgId, admins: forAdmins } = read.data;
      report({ topic, station, orgId, forAdmins });
    },
  });
  return {
    /** Reports a change of this server alone. */
    report,
    /** Calls `listener` with every change, until the returned function is called. */
    onChange(listener: (notice: ChangeNotice) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => listening.stop(),
  } satisfies Part & Record<"report" | "onChange", unknown>;
}

export type ChangeFeed = ReturnType<typeof listenForChanges>;
