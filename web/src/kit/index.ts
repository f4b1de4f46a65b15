export { DataList, ListSkeleton, rowText, type ListColumn, type ListKind, type RowMark } from "./data-list.tsx";
export { useListSelection, useOpenRows, type ListSelection } from "./list-selection.tsx";
export { Loaded, type LiveContent } from "./loaded.tsx";
