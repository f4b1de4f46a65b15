import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pendingAnswers } from "./pending-answers.ts";
import type { FromThread, ThreadReport, ThreadSetup, ToThread } from "./thread-messages.ts";

const SCRIPT = new URL("./thread-entry.ts", import.meta.url);
/** A thread that does not report within this time counts as down. */
const REPORT_MS = 2 * SECOND_MS;
/** How long a thread that has stored everything may take to end by itself. */
const END_MS = SECOND_MS;

type Answered = "listening" | "stopped" | "published" | "reported";

export type ThreadHandler = {
  /** Handles messages that are not an answer. */
  onMessage: (message: Exclude<FromThread, { kind: Answered }>, thread: LinkThread) => void;
  /** Called when the thread ends by itself after it has started. */
  onCrash: (error: unknown) => void;
  /** The script that the thread runs, if not the usual one. */
  script?: URL | undefined;
};

/** A thread that listens for stations. After its end, nothing is sent or answered. */
export type LinkThread = {
  /** 0 until it listens. */
  port(): number;
  /** False when the message was not sent, as `publish` of a link. */
  publish(topic: string, payload: string): Promise<boolean>;
  disconnect(station: string): void;
  /** Says that written states were taken, a received message has been handled, or which stations are silent. */
  confirmHandled(id: number, silent?: readonly string[]): void;
  /** Null when it does not answer. */
  report(): Promise<ThreadReport | null>;
  /** Ends all connections, stores everything received and ends the thread. Rejects when that fails. */
  stop(): Promise<void>;
};

/** Starts a thread. Rejects with a message for the operator when it cannot listen. */
export async function startLinkThread(
  setup: ThreadSetup,
  { onMessage, onCrash, script = SCRIPT }: ThreadHandler,
): Promise<LinkThread> {
  const worker = new Worker(script, { workerData: setup });
  const { thread, answer, end } = openThread((message) => worker.postMessage(message));
  const listening = Promise.withResolvers<void>();
  worker.on("message", (message: FromThread) => {
    switch (message.kind) {
      case "listening":
        answer(message);
        return listening.resolve();
      case "stopped":
        answer(message);
        return void setTimeout(() => void worker.terminate(), END_MS).unref();
      case "published":
      case "reported":
        return answer(message);
      case "written":
      case "refresh":
      case "received":
      case "silent_since":
        return onMessage(message, thread);
    }
  });
  let failure: unknown = new Error("The thread of the station link has ended for an unknown reason.");
  worker.on("error", (error) => {
    failure = error;
  });
  worker.on("exit", () => {
    listening.reject(failure);
    if (end(failure) === "running") onCrash(failure);
  });
  await listening.promise;
  return thread;
}

type Phase = "starting" | "running" | "stopping" | "stopped" | "ended";

/** A thread as the main thread uses it: its answers, and its end, which returns the phase before. */
function openThread(post: (message: ToThread) => void) {
  const published = pendingAnswers<boolean>();
  const reported = pendingAnswers<ThreadReport | null>();
  const ended = Promise.withResolvers<void>();
  // It is only awaited by a stop.
  ended.promise.catch(() => {});
  let phase: Phase = "starting";
  let port = 0;

  const send = (message: ToThread) => {
    if (phase !== "ended") post(message);
  };

  function answer(message: Extract<FromThread, { kind: Answered }>): void {
    switch (message.kind) {
      case "listening":
        phase = "running";
        ({ port } = message);
        return;
      case "stopped":
        phase = "stopped";
        return;
      case "published":
        return published.answer(message.id, message.isSent);
      case "reported":
        return reported.answer(message.id, message.report);
    }
  }

  function end(failure: unknown): Phase {
    const before = phase;
    phase = "ended";
    published.answerAll(false);
    reported.answerAll(null);
    if (before === "stopping") ended.reject(failure);
    else ended.resolve();
    return before;
  }

  const thread: LinkThread = {
    port: () => port,
    publish: async (topic, payload) =>
      phase !== "ended" && published.ask((id) => send({ kind: "publish", id, topic, payload })),
    disconnect: (station) => send({ kind: "disconnect", station }),
    confirmHandled: (id, silent = []) => send({ kind: "handled", id, silent }),
    async report() {
      if (phase === "ended") return null;
      const late = sleep(REPORT_MS, null, { ref: false });
      return Promise.race([reported.ask((id) => send({ kind: "report", id })), late]);
    },
    stop() {
      if (phase === "running") {
        phase = "stopping";
        send({ kind: "stop" });
      }
      return ended.promise;
    },
  };
  return { thread, answer, end };
}
