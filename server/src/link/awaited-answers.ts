import { cmdAck, cmdProgress, type CmdAck } from "@groundcrew/shared/link";
import type { Link } from "./link.ts";
import type { Received } from "./message-reader.ts";

/** How many commands may wait for an answer: to one station, and in total. */
const MAX_PENDING = { station: 32, all: 10_000 } as const;

/** A command that waits for its answer. `onProgress` may be called before `onAnswer`, which is called once. */
export type PendingCommand = {
  station: string;
  onProgress: () => void;
  onAnswer: (answer: CmdAck | "stopped") => void;
};

/** Commands that wait for an answer, by ID. Create it before the link starts. */
export function awaitAnswers({ link, server }: { link: Pick<Link, "handle" | "reader">; server: string }) {
  const pending = new Map<string, PendingCommand>();
  const { read } = link.reader;

  /** The command that an answer belongs to, if this server sent it to the station that answers. */
  function find(received: Received, { id, instance }: { id: string; instance: string }): PendingCommand | undefined {
    const found = pending.get(id);
    return instance === server && found?.station === received.station ? found : undefined;
  }

  link.handle("cmd_ack", (received) => {
    const answer = read(cmdAck, received);
    if (answer.ok) find(received, answer.message)?.onAnswer(answer.message);
  });
  link.handle("cmd_progress", (received) => {
    const progress = read(cmdProgress, received);
    if (progress.ok) find(received, progress.message)?.onProgress();
  });

  return {
    /** Waits for the answer to a command; false when too many commands are pending. */
    add(id: string, command: PendingCommand): boolean {
      if (pending.size >= MAX_PENDING.all) return false;
      const own = [...pending.values()].filter(({ station }) => station === command.station);
      if (own.length >= MAX_PENDING.station) return false;
      pending.set(id, command);
      return true;
    },
    remove: (id: string) => void pending.delete(id),
    stop(): void {
      for (const { onAnswer } of pending.values()) onAnswer("stopped");
    },
  };
}
