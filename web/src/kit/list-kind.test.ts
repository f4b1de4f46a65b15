import { expect, test } from "vitest";
import { hiddenAt } from "./list-layout.ts";
import { listKind } from "./list-kind.ts";

type Fault = { id: number };

const base = {
  label: "Faults",
  keyOf: ({ id }: Fault) => String(id),
  rowPx: 41,
  columns: [
    { key: "title", title: "Title", cell: () => null },
    { key: "site", title: "Site", cell: () => null },
  ],
} as const;
const wide = { tracks: "20px 1fr 1fr", areas: ["select title site"] } as const;

test("a layout names the columns of its list, the check box and empty cells", () => {
  const kind = listKind<Fault, object>()({
    ...base,
    layout: { wide, medium: { tracks: "20px 1fr", areas: ["select title", ". title"] } },
  });
  expect(hiddenAt(kind, "title")).toBeUndefined();
  expect(hiddenAt(kind, "site")).toBe("medium small tiny");
});

test("a misspelled column of a layout does not compile, whatever the width", () => {
  const misspelled = { tracks: "20px 1fr", areas: ["select titel"] } as const;
  const kinds = [
    // @ts-expect-error: wide
    listKind<Fault, object>()({ ...base, layout: { wide: misspelled, medium: wide } }),
    // @ts-expect-error: medium
    listKind<Fault, object>()({ ...base, layout: { wide, medium: misspelled } }),
    // @ts-expect-error: small
    listKind<Fault, object>()({ ...base, layout: { wide, medium: wide, small: misspelled } }),
    // @ts-expect-error: tiny
    listKind<Fault, object>()({ ...base, layout: { wide, medium: wide, tiny: misspelled } }),
    // @ts-expect-error: the second of several lines
    listKind<Fault, object>()({ ...base, layout: { wide, medium: { tracks: "1fr", areas: ["site", "titel site"] } } }),
    // @ts-expect-error: the columns are not strings of any kind
    listKind<Fault, object>()({ ...base, layout: { wide, medium: { tracks: "1fr", areas: ["title".trim()] } } }),
  ];
  // It would hide the column.
  const hidden = ["wide", "medium small tiny", "small tiny", "tiny", "medium small tiny", undefined];
  expect(kinds.map((kind) => hiddenAt(kind, "title"))).toEqual(hidden);
});
