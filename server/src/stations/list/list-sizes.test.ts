import { expect, test } from "vitest";
import { boardFacts } from "../../../test/board-facts.ts";
import { Board } from "../board/board.ts";
import type { View } from "../board/view.ts";
import { listSizes } from "./list-sizes.ts";

const ALL: View = { orgId: null, admin: true };
const HARBOR: View = { orgId: 1, admin: false };

/** A board, and how often its rows were gone through. */
function countedBoard() {
  const board = new Board(() => 0);
  for (const name of ["gc-a", "gc-b", "gc-c"]) board.putFacts(boardFacts(name, 1));
  let lists = 0;
  const list = board.list.bind(board);
  board.list = (view) => {
    lists += 1;
    return list(view);
  };
  return { board, lists: () => lists };
}

test("the size of a list is that of the moment", () => {
  const { board } = countedBoard();
  const sizeOf = listSizes(board);
  const sizes = () => [sizeOf(ALL), sizeOf(HARBOR), sizeOf({ ...ALL, withRetired: true })];
  expect(sizes()).toEqual([3, 3, 3]);
  board.putFacts(boardFacts("gc-a", 2));
  expect(sizes()).toEqual([3, 2, 3]);
  board.putFacts(boardFacts("gc-b", 1, { retired: "2026-01-01T00:00:00.000Z" }));
  expect(sizes()).toEqual([2, 1, 3]);
});

test("a list is gone through once until a station joins or leaves a list, for admins and others alike", () => {
  const { board, lists } = countedBoard();
  const sizeOf = listSizes(board);
  for (const admin of [true, false, true]) sizeOf({ orgId: null, admin });
  board.putFacts(boardFacts("gc-a", 1, { description: "North pad" }));
  sizeOf(ALL);
  expect(lists()).toBe(1);
  board.putFacts(boardFacts("gc-d", 1));
  sizeOf(ALL);
  expect(lists()).toBe(2);
});
