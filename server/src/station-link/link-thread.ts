import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { pendingAnswers } from "./pending-answers.ts";
import type { FromThread, ThreadReport, ThreadSetup, ToThread } from "./thread-messages.ts";

const SCRIPT = new URL("../link-thread.ts", import.meta.url);
/** A thread that does not report within this time counts as down. */
const REPORT_MS = 2 * SECOND_MS;

type Answered = "listening" | "stopped" | "published" | "reported";

export type ThreadHandler = {
  /** Handles what is no answer to anything. */
  onMessage: (message: Exclude<FromThread, { kind: Answered }>, thread: Pick<Worker, "postMessage">) => void;
  /** Called when the thread ends by itself after it has started. */
  onCrash: (error: unknown) => void;
  /** What it runs, if not the usual. */
  script?: URL | undefined;
};

/** A thread that listens for stations. */
export type LinkThread = {
  port: number;
  /** False when the message was not sent, as `publish` of a link. */
  publish(topic: string, payload: string): Promise<boolean>;
  disconnect(station: string): void;
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
  const send = (message: ToThread) => worker.postMessage(message);
  const published = pendingAnswers<boolean>();
  const reported = pendingAnswers<ThreadReport | null>();
  const listening = Promise.withResolvers<number>();
  const ended = Promise.withResolvers<void>();
  let phase: "starting" | "running" | "stopping" | "stopped" = "starting";
  let failure: unknown = new Error("The thread of the station link has ended for an unknown reason.");

  worker.on("message", (message: FromThread) => {
    switch (message.kind) {
      case "listening":
        phase = "running";
        return listening.resolve(message.port);
      case "stopped":
        phase = "stopped";
        return void worker.terminate();
      case "published":
        return published.answer(message.id, message.isSent);
      case "reported":
        return reported.answer(message.id, message.report);
      case "written":
      case "refresh":
      case "received":
        return onMessage(message, worker);
    }
  });
  worker.on("error", (error) => {
    failure = error;
  });
  worker.on("exit", () => {
    published.answerAll(false);
    reported.answerAll(null);
    if (phase === "starting") listening.reject(failure);
    else if (phase === "running") onCrash(failure);
    else if (phase === "stopping") ended.reject(failure);
    else ended.resolve();
  });

  const port = await listening.promise;
  return {
    port,
    publish: (topic, payload) => published.ask((id) => send({ kind: "publish", id, topic, payload })),
    disconnect: (station) => send({ kind: "disconnect", station }),
    report: () =>
      Promise.race([reported.ask((id) => send({ kind: "report", id })), sleep(REPORT_MS, null, { ref: false })]),
    stop() {
      if (phase !== "running") return Promise.resolve();
      phase = "stopping";
      send({ kind: "stop" });
      return ended.promise;
    },
  };
}
