import { LINK_SILENCE_MS } from "@groundcrew/shared/link";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { databaseUnavailable } from "../../../test/database.ts";
import { stationBoard } from "../../../test/station-board.ts";
import { ReadinessEvaluator } from "./evaluator.ts";
import type { StoredFacts } from "./fact-queries.ts";
import { Unstored } from "./unstored.ts";

const START = Date.parse("2026-11-27T14:29:12.000Z");
const STATION = "gc-00000000000a";
const NO_FACTS: StoredFacts = { cameras_in_use: [], failures: [], pieces: [], marked_group: null, ignored: [] };
const ready = {
  status: { system: "IDLE" },
  charger_info: { batteries: [1, 2].map((slot) => ({ slot, status: "COMPLETE" })) },
};

/** A station that was ready when the last evaluation ended, ten minutes before another evaluator takes over. */
function rigAfterPause() {
  const stations = stationBoard(START);
  const { board } = stations;
  const due = new Map<string, number | null>();
  const unstored = new Unstored({ db: databaseUnavailable(), server: "test", onReadinessChanges: async () => {} });
  const begin = () => {
    const options = { now: stations.now, unstored, onFacts: () => {}, onUnstored: () => {} };
    return new ReadinessEvaluator({ ...options, setDue: (name, at) => void due.set(name, at) });
  };
  const evaluateBy = (evaluator: ReadinessEvaluator) => {
    evaluator.setFacts(STATION, NO_FACTS);
    const release = board.evaluateBy(evaluator);
    board.evaluate(STATION);
    return release;
  };
  stations.facts(STATION, 1, {});
  stations.report([STATION], {}, ready);
  const release = evaluateBy(begin());
  const text = () => {
    const found = board.find(STATION, { orgId: null, admin: true })?.readiness?.readiness;
    return [found?.state, ...(found?.reasons ?? []).map(({ code }) => code)].join(" ");
  };
  expect(text()).toBe("ready");
  release();
  stations.pauseReports([STATION]);
  stations.pass(10 * MINUTE_MS);
  evaluateBy(begin());
  return { stations, due, text };
}

test("a time without evaluation is no evidence: a station that was connected keeps its readiness until it may be silent no longer", () => {
  const { stations, due, text } = rigAfterPause();
  expect([text(), due.get(STATION)]).toEqual(["ready", START + 10 * MINUTE_MS + LINK_SILENCE_MS]);
  stations.pass(LINK_SILENCE_MS - 1);
  stations.board.evaluate(STATION);
  expect(text()).toBe("ready");
  stations.pass(1);
  stations.board.evaluate(STATION);
  expect(text()).toBe("unknown offline");
});

test("a station that reports after such a time is evaluated at once", () => {
  const { stations, text } = rigAfterPause();
  stations.report([STATION], {}, { ...ready, status: { system: "SWAPPING" } });
  expect(text()).toBe("ready busy");
});

test("a station whose link was lost before is offline", () => {
  const { stations, text } = rigAfterPause();
  stations.lose([STATION]);
  expect(text()).toBe("unknown offline");
});
