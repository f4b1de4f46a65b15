import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { ChangeFeed } from "../live/index.ts";
import type { Db } from "../platform/db/index.ts";
import { turns, type Part } from "../platform/lib/index.ts";
import type { Board } from "../stations/index.ts";
import type { OnReadinessChanges } from "./changes.ts";
import { ReadinessEvaluator } from "./evaluator.ts";
import { ReadinessReader } from "./readiness-reader.ts";
import { Unstored } from "./unstored.ts";
import { whenAsked } from "./when-asked.ts";

/** How long what was evaluated waits for more before it is stored, and how soon a failure is tried again. */
const STORE_MS = SECOND_MS;
/** How often everything is read again, in case a notification was lost. */
const REREAD_MS = 5 * MINUTE_MS;
/** The longest time of a timer. */
const TIMER_MAX_MS = 2_147_483_647;

export type ReadinessOptions = {
  db: Db;
  board: Board;
  changes: Pick<ChangeFeed, "onChange">;
  /** Name of this server, unique among all servers. */
  server: string;
  onReadinessChanges: OnReadinessChanges;
  now: () => number;
  log: Pick<Logger, "warn">;
};

/**
 * Evaluates the readiness of all stations, on one server for all. What was evaluated before is continued. A station is evaluated whenever something
 * about it changes on the board, and when it is due; there is one timer, for the first of those that are.
 */
export function startReadiness({ db, board, changes, server, onReadinessChanges, now, log }: ReadinessOptions): Part {
  const unstored = new Unstored({ db, server, onReadinessChanges });
  const evaluator = new ReadinessEvaluator({
    now,
    unstored,
    onFacts: () => reading.ask(),
    onUnstored: () => storing.ask(),
    onDue: armTimer,
  });
  const reader = new ReadinessReader({ db, board, evaluator });
  const reading = whenAsked(() => reader.read(), {
    afterMs: 0,
    againMs: STORE_MS,
    failure: "the facts of the readiness of stations could not be read",
    log,
  });
  const storing = whenAsked(
    async () => {
      evaluator.countCharges();
      await unstored.store();
    },
    { afterMs: STORE_MS, againMs: STORE_MS, failure: "the readiness of stations could not be stored", log },
  );
  let timer: { at: number; handle: NodeJS.Timeout } | null = null;
  let isStopped = false;

  function armTimer(): void {
    const at = evaluator.due.next();
    if (isStopped || timer?.at === at) return;
    if (timer) clearTimeout(timer.handle);
    timer =
      at === null ? null : { at, handle: setTimeout(evaluateDue, Math.min(TIMER_MAX_MS, Math.max(0, at - now()))) };
  }

  function evaluateDue(): void {
    timer = null;
    void evaluateAll(evaluator.due.take(now())).finally(armTimer);
  }

  async function evaluateAll(names: readonly string[]): Promise<void> {
    const turn = turns();
    for (const name of names) {
      await turn();
      if (!isStopped) board.evaluate(name);
    }
  }

  const rereading = setInterval(() => {
    reader.rereadAll();
    reading.ask();
  }, REREAD_MS);
  const stopListening = changes.onChange(({ topic, station }) => {
    if (topic !== "readiness") return;
    if (station !== null) return evaluator.factsRead(station);
    reader.rereadRules();
    reading.ask();
  });
  const release = board.evaluateBy(evaluator);
  reader.rereadAll();
  reading.ask();

  return {
    async stop() {
      isStopped = true;
      release();
      stopListening();
      clearInterval(rereading);
      if (timer) clearTimeout(timer.handle);
      await reading.stop();
      await storing.stop();
      await unstored.store().catch((error: unknown) => {
        log.warn({ err: error }, "the last changes of readiness could not be stored; they are evaluated again");
      });
    },
  };
}
