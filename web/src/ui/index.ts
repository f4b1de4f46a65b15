export { Button, buttonClass, ButtonGroup, CsvButton, IconButton } from "./button.tsx";
export { Card, type Reading, Readings, Meter } from "./card.tsx";
export { ChoiceField, RadioButtons } from "./choice-field.tsx";
export { CheckMark } from "./check-mark.tsx";
export { classes } from "./classes.ts";
export { color, SchemeButton, useSchemeName } from "./color-scheme.tsx";
export { ConfirmButton } from "./confirm-button.tsx";
export { ConfirmDialog, Dialog, useDialogDepth } from "./dialog.tsx";
export {
  CheckField,
  Field,
  fieldClass,
  type FieldTexts,
  InlineField,
  PasswordField,
  SelectField,
  submitOnCtrlEnter,
  Switch,
  TextAreaField,
  TextField,
} from "./field.tsx";
export { indexAfterKey, isDialogOpen, isTyping } from "./focus.ts";
export { FormDialog, FormText } from "./form-dialog.tsx";
export { Form, LineForm } from "./form.tsx";
export { HoldButton } from "./hold-button.tsx";
export { Icon, Mark } from "./icon.tsx";
export { lazyDialog, lazyPage, lazyPanel, lazyPart, lazyPublicPage } from "./lazy.tsx";
export { Memoized } from "./memoized.tsx";
export { ChecklistMenu, ChoiceMenu, HelpPopover, Popover, PopoverButton } from "./menus.tsx";
export { Empty, Failed, Notice, Problem, StartFailed } from "./notice.tsx";
export { Option, Options } from "./option.tsx";
export { Pill } from "./pill.tsx";
export { Pager } from "./pager.tsx";
export { PrintLimit, printedRange, usePrinting } from "./printing.tsx";
export { Loading, PageSpinner, Spinner } from "./spinner.tsx";
export { type TableColumn, useTableView, Cell, Table, TableSearch } from "./table.tsx";
export { TabButtons, TabLinks, TabPanel } from "./tabs.tsx";
export { Heading, Address, RawText, StatusLine, VisuallyHidden } from "./text.tsx";
export { toast, toastWithNext } from "./toast.tsx";
export { UiProvider } from "./ui-provider.tsx";
export { hasUnsavedChanges, UnsavedGuard, UnsavedQuestion } from "./unsaved-guard.tsx";
export { useLoadAhead, type MoreRows } from "./use-load-ahead.ts";
export { type PageWindow, usePageWindow } from "./use-page-window.ts";
export { useFocusedRow, useRowFocus } from "./use-row-focus.ts";
export { usePageKeys } from "./use-page-keys.ts";
export { pressInRow, useRowKeys, type FocusedRow, type RowActions } from "./use-row-keys.ts";
export type { WideCell, WideColumn } from "./wide-columns.ts";
export { WideTable } from "./wide-table.tsx";
