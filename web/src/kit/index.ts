export { DataList, ListSkeleton, rowText, type ListColumn, type ListKind } from "./data-list.tsx";
export { useListSelection } from "./list-selection.tsx";
export { Loaded, type LiveContent } from "./loaded.tsx";
