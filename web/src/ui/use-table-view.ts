import { useState } from "react";
import { nextSort, searchedRows, sortedRows, type TableColumn, type TableSort } from "./table-view.ts";

type TableViewOptions<R> = {
  columns: readonly TableColumn<R>[];
  /** The text of a row that is searched; without it the table has no search. */
  textOf?: (row: R) => string;
};

/** The rows of a table after searching and sorting, and the props of its search field and headings. */
export function useTableView<R>(rows: readonly R[], { columns, textOf = () => "" }: TableViewOptions<R>) {
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
