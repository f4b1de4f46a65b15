export { DataList, PlainList } from "./data-list.tsx";
export type { ListKind, RowMark } from "./list-kind.ts";
export { ListSkeleton, rowText } from "./list-row.tsx";
export { ListCard } from "./list-card.tsx";
export { useListSelection, useOpenRows, type ListSelection } from "./list-selection.tsx";
export { Loaded } from "./loaded.tsx";
export { PickerChips, PickerField, PickerMenu } from "./picker.tsx";
export { type Choice, PickerAct, PickerList } from "./picker-list.tsx";
export { copySecret, SecretDialog, SecretText } from "./secret-dialog.tsx";
