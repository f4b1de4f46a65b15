export { CopyLink, copyRowLink } from "./copy-link.tsx";
export { DataList, PlainList, ShowMore } from "./data-list.tsx";
export { FilterBar } from "./filter-bar.tsx";
export { OrderMenu, TimeMenu } from "./choice-menus.tsx";
export { CsvDownload, inPopover, Segments, useCsvDownload } from "./filter-parts.tsx";
export { listKind, type RowMark } from "./list-kind.ts";
export { ListSkeleton, rowText } from "./list-row.tsx";
export { ItemShortcut, KeyHints } from "./key-hints.tsx";
export { ListCard } from "./list-card.tsx";
export { SelectionBar } from "./selection-bar.tsx";
export { SelectRow, useListSelection, useOpenRows, type ListSelection } from "./list-selection.tsx";
export { changedLabels, ConflictNotice, conflictText, NOT_SAVED, useEdited } from "./conflict.tsx";
export { Loaded, NoMatches, useCloseWhen } from "./loaded.tsx";
export { BackLink, DetailPage, PageHead, WindowTitle } from "./page.tsx";
export { Age, Time } from "./time.tsx";
export { DayAxis, DayChart } from "./bar-chart.tsx";
export { Names } from "./names.tsx";
export { type Figure, Figures } from "./figures.tsx";
export { PickerChips, PickerField, PickerMenu } from "./picker.tsx";
export {
  type Choice,
  type Choices,
  choicesOf,
  loadedChoices,
  mapChoices,
  namedChoices,
  PickerAct,
  PickerList,
} from "./picker-list.tsx";
export { copySecret, SecretDialog, SecretText } from "./secret-dialog.tsx";
export { refuse, untilProblem, untilTime, type UntilValues, zonedText } from "./until.ts";
export { timeZones } from "./time-zones.ts";
export { EditDialog } from "./edit-dialog.tsx";
export { UntilField } from "./until-field.tsx";
export { ImportLink } from "./import-link.tsx";
export { StationBar } from "./station-bar.tsx";
export { LoadedPart } from "./table-part.tsx";
export { StationMenu, useStationChoices } from "./station-picker.tsx";
export { ViewField } from "./view-field.tsx";
export { settingsWith } from "./settings-with.ts";
export { changeableView, useView, type ViewInAddress } from "./use-view.ts";
