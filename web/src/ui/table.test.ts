import { expect, test } from "vitest";
import { nextSort, searchedRows, sortedRows, type TableColumn } from "./table.tsx";

type Row = { name: string; count: number | null };

const columns: TableColumn<Row>[] = [
  { label: "Name", sortBy: ({ name }) => name },
  { label: "Count", isNumber: true, sortBy: ({ count }) => count },
  { label: "Actions" },
];
const rows: Row[] = [
  { name: "Tromsø", count: 9 },
  { name: "malmö", count: null },
  { name: "Oslo", count: 10 },
  { name: "Bergen", count: 9 },
];
const namesBy = (label: string, isDescending: boolean) =>
  sortedRows(rows, columns, { label, isDescending }).map(({ name }) => name);

test("rows are sorted by number or text, those without a value last, equal ones in their original order", () => {
  expect(namesBy("Count", true)).toEqual(["Oslo", "Tromsø", "Bergen", "malmö"]);
  expect(namesBy("Count", false)).toEqual(["Tromsø", "Bergen", "Oslo", "malmö"]);
  expect(namesBy("Name", false)).toEqual(["Bergen", "malmö", "Oslo", "Tromsø"]);
  expect(namesBy("Actions", false)).toEqual(rows.map(({ name }) => name));
  expect(sortedRows(rows, columns, null)).toEqual(rows);
});

test("the first press on a heading sorts numbers in descending and text in ascending order, the next reverses it", () => {
  const [name, count] = columns;
  if (!name || !count) throw new Error("no columns");
  const byCount = nextSort(count, null);
  expect(byCount).toEqual({ label: "Count", isDescending: true });
  expect(nextSort(count, byCount)).toEqual({ label: "Count", isDescending: false });
  expect(nextSort(name, byCount)).toEqual({ label: "Name", isDescending: false });
});

test.each([
  ["", 4],
  [" MALMO ", 1],
  ["tromso", 1],
  ["nowhere", 0],
])("a search for %j finds %i rows", (search, found) => {
  expect(searchedRows(rows, search, ({ name }) => name)).toHaveLength(found);
});
