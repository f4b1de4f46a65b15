import { useState } from "react";
import { nextSort, searchedRows, sortedRows, type TableColumn, type TableSort } from "./table-view.ts";

type TableViewOf<R> = {
  columns: readonly TableColumn<R>[];
  /** What a search looks through; without it the table has none. */
  textOf?: (row: R) => string;
};

/** The rows of a table as someone searched and sorted them, and what its search field and headings need. */
export function useTableView<R>(rows: readonly R[], { columns, textOf = () => "" }: TableViewOf<R>) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<TableSort | null>(null);

  function handleSort(label: string) {
    const column = columns.find((one) => one.label === label);
    if (column) setSort(nextSort(column, sort));
  }

  return {
    rows: sortedRows(searchedRows(rows, search, textOf), columns, sort),
    search: { text: search, onText: setSearch },
    sorting: { by: sort, onSort: handleSort },
  };
}
