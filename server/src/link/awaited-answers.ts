import { cmdAck, cmdProgress, type CmdAck } from "@groundcrew/shared/link";
import type { Link } from "./link.ts";
import type { Received } from "./message-reader.ts";

/** Commands that may wait for answers, of one station and of all. */
const MAX_WAITING = { station: 32, all: 10_000 } as const;

/** Someone who waits for the answer to a command: told once that the station is at it, perhaps, and then the answer. */
export type Waiting = { station: string; onBegun: () => void; onAnswer: (answer: CmdAck | "stopped") => void };

/** Those who wait for answers of stations, by command. To be made before the link is started. */
export function awaitAnswers({ link, server }: { link: Pick<Link, "handle" | "reader">; server: string }) {
  const waiting = new Map<string, Waiting>();
  const { read } = link.reader;

  /** Whom an answer is for, if this server asked the station that answers. */
  function find(received: Received, { id, instance }: { id: string; instance: string }): Waiting | undefined {
    const found = waiting.get(id);
    return instance === server && found?.station === received.station ? found : undefined;
  }

  link.handle("cmd_ack", (received) => {
    const answer = read(cmdAck, received);
    if (answer.ok) find(received, answer.message)?.onAnswer(answer.message);
  });
  link.handle("cmd_progress", (received) => {
    const progress = read(cmdProgress, received);
    if (progress.ok) find(received, progress.message)?.onBegun();
  });

  return {
    /** Waits for the answer to a command; false when too many wait already. */
    add(id: string, one: Waiting): boolean {
      if (waiting.size >= MAX_WAITING.all) return false;
      const own = [...waiting.values()].filter(({ station }) => station === one.station);
      if (own.length >= MAX_WAITING.station) return false;
      waiting.set(id, one);
      return true;
    },
    remove: (id: string) => void waiting.delete(id),
    stop(): void {
      for (const { onAnswer } of waiting.values()) onAnswer("stopped");
    },
  };
}
