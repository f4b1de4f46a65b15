import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { ChangeFeed } from "../../live/index.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Part } from "../../platform/lib/index.ts";
import type { Board } from "../../stations/index.ts";
import { dueTimer } from "./due-timer.ts";
import { ReadinessEvaluator } from "./evaluator.ts";
import { ReadinessReader } from "./readiness-reader.ts";
import { Unstored, type OnReadinessChanges } from "./unstored.ts";
import { whenAsked } from "./when-asked.ts";

/** How long what was evaluated waits for more before it is stored, and how soon a failure is tried again. */
const STORE_MS = SECOND_MS;
/** How often everything is read again, in case a notification was lost. */
const REREAD_MS = 5 * MINUTE_MS;

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
 * about it changes on the board, and when it is due. `isEvaluating` is true while stored facts can be
 * read and results stored.
 */
export function startReadiness(options: ReadinessOptions): Part & { isEvaluating: () => boolean } {
  const { db, board, changes, server, onReadinessChanges, now, log } = options;
  const due = dueTimer({ now, evaluate: (name) => board.evaluate(name) });
  const unstored = new Unstored({ db, server, onReadinessChanges });
  const evaluator = new ReadinessEvaluator({
    now,
    unstored,
    onFacts: () => reading.ask(),
    onUnstored: () => storing.ask(),
    setDue: (name, at) => due.set(name, at),
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
  const rereadAll = () => {
    reader.rereadAll();
    reading.ask();
  };
  const rereading = setInterval(rereadAll, REREAD_MS);
  const stopListening = changes.onChange((notice) => {
    if (notice === null) return rereadAll();
    if (notice.topic !== "readiness") return;
    if (notice.station !== null) return evaluator.factsRead(notice.station);
    reader.rereadRules();
    reading.ask();
  });
  const release = board.evaluateBy(evaluator);
  rereadAll();
  storing.ask();

  return {
    isEvaluating: () => reading.hasSucceeded() && storing.hasSucceeded(),
    async stop() {
      due.stop();
      release();
      stopListening();
      clearInterval(rereading);
      await reading.stop();
      await storing.stop();
      await unstored.store().catch((error: unknown) => {
        log.warn({ err: error }, "the last changes of readiness could not be stored; they are evaluated again");
      });
    },
  };
}
