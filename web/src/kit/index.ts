export { CopyLink } from "./copy-link.tsx";
export { DataList, PlainList } from "./data-list.tsx";
export { FilterBar, Segments } from "./filter-bar.tsx";
export type { ListKind, RowMark } from "./list-kind.ts";
export { ListSkeleton, rowText } from "./list-row.tsx";
export { ItemShortcut, KeyHints } from "./key-hints.tsx";
export { ListCard } from "./list-card.tsx";
export { useListSelection, useOpenRows, type ListSelection } from "./list-selection.tsx";
export { changedLabels, ConflictNotice, conflictText, NOT_SAVED, useEdited } from "./conflict.tsx";
export { Loaded, useCloseWhen } from "./loaded.tsx";
export { BackLink, DetailPage, PageHead, WindowTitle } from "./page.tsx";
export { Age } from "./age.tsx";
export { DayAxis, DayChart } from "./bar-chart.tsx";
export { Figures } from "./figures.tsx";
export { PickerChips, PickerField, PickerMenu } from "./picker.tsx";
export { type Choice, type Choices, choicesOf, mapChoices, PickerAct, PickerList } from "./picker-list.tsx";
export { copySecret, SecretDialog, SecretText } from "./secret-dialog.tsx";
export { refuse, untilProblem, untilTime, type UntilValues, zonedText } from "./until.ts";
export { UntilField } from "./until-field.tsx";
export { StationMenu, useStationChoices } from "./station-picker.tsx";
export { settingsWith } from "./settings-with.ts";
export { useView, type ViewInAddress } from "./use-view.ts";
export {
  checked,
  choice,
  flag,
  id,
  kept,
  keyed,
  order,
  sentAs,
  several,
  since,
  text,
  viewOf,
  type ValuesOf,
} from "./view.ts";
