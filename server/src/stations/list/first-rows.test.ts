import { defaultBrand } from "@groundcrew/shared/brand";
import { listFirstStations } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { boardFacts, boardState } from "../../../test/board-facts.ts";
import { Board } from "../board/board.ts";
import type { View } from "../board/view.ts";
import { firstRows } from "./first-rows.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const everyone: View = { orgId: null, admin: false };

/** A board with this many stations, of which the one with the highest number was active last. */
function boardOf(count: number, more: (number: number) => Parameters<typeof boardFacts>[2] = () => ({})): Board {
  const board = new Board(() => NOW);
  for (let number = 1; number <= count; number += 1) {
    const name = `gc-${number}`;
    board.putFacts(boardFacts(name, 1 + (number % 2), more(number)));
    const last_active = new Date(NOW - 3_600_000 * (1 + count - number)).toISOString();
    board.putState({ name, state: boardState(1, { last_active }), summary: null });
  }
  return board;
}

function namesOf(board: Board, view: View, query: Parameters<typeof firstRows>[2]): string[] {
  const rows = firstRows({ board, brand: defaultBrand }, view, query);
  return listFirstStations.replies[200].parse(rows.map((row) => JSON.parse(row))).map(({ name }) => name);
}

test("the first rows are those that were active last, of the caller's stations", () => {
  const board = boardOf(9);
  expect(namesOf(board, everyone, { count: 3 })).toEqual(["gc-9", "gc-8", "gc-7"]);
  expect(namesOf(board, { orgId: 1, admin: false }, { count: 3 })).toEqual(["gc-8", "gc-6", "gc-4"]);
});

test("the first rows pass the filters of the view, also when most stations do not", () => {
  const board = boardOf(500, (number) => ({
    actual: number % 10 === 0,
    station_type: number % 20 === 0 ? "atlas" : "global",
    errors_unresolved: number % 40 === 0 ? 1 : 0,
    organization_name: number > 490 ? "Groundcrew Test" : "Harbor Air",
  }));
  const names = (filters: Partial<Parameters<typeof firstRows>[2]>) =>
    namesOf(board, everyone, { count: 2, ...filters });
  expect(names({ filters: ["actual"] })).toEqual(["gc-500", "gc-490"]);
  expect(names({ station_type: "atlas" })).toEqual(["gc-500", "gc-480"]);
  expect(names({ filters: ["flagged"] })).toEqual(["gc-480"]);
  expect(names({ filters: ["online"] })).toEqual([]);
  expect(names({ filters: ["customer"] })).toEqual(["gc-490", "gc-489"]);
  expect(names({ filters: ["time"], time: "day", count: 60 })).toHaveLength(24);
});

test("stations out of service are not among the first rows", () => {
  const board = boardOf(3, (number) => ({ retired: number === 3 ? "2026-02-01T00:00:00.000Z" : null }));
  expect(namesOf(board, everyone, { count: 3 })).toEqual(["gc-2", "gc-1"]);
});
