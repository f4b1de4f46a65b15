export { ActionMenu, type MenuAction } from "./action-menu.tsx";
export { Button, buttonClass, ButtonGroup, CsvButton, IconButton } from "./button.tsx";
export { Card, type Reading, Readings, Meter } from "./card.tsx";
export { ChoiceField, RadioButtons } from "./choice-field.tsx";
export { CheckMark } from "./check-mark.tsx";
export { CodeField } from "./code-field.tsx";
export { classes } from "./classes.ts";
export {
  chooseScheme,
  color,
  SchemeButton,
  useSchemeChoice,
  useSchemeName,
  type SchemeChoice,
} from "./color-scheme.tsx";
export { ConfirmButton } from "./confirm-button.tsx";
export { ConfirmDialog, Dialog } from "./dialog.tsx";
export { useDialogDepth } from "./dialog-depth.tsx";
export { Field, fieldClass, type FieldTexts, PasswordField, TextField } from "./field.tsx";
export { CheckField, InlineField, SelectField, submitOnCtrlEnter, TextAreaField } from "./form-fields.tsx";
export { Switch } from "./switch.tsx";
export { indexAfterKey, isDialogOpen, isTyping } from "./focus.ts";
export { FormDialog, FormText } from "./form-dialog.tsx";
export { Form, LineForm } from "./form.tsx";
export { Heading } from "./heading.tsx";
export { HoldButton } from "./hold-button.tsx";
export { Icon, Mark } from "./icon.tsx";
export { lazyDialog, lazyPage, lazyPanel, lazyPart, lazyPublicPage } from "./lazy.tsx";
export { MenuItem } from "./menu-item.tsx";
export { Memoized } from "./memoized.tsx";
export { ChecklistMenu, ChoiceMenu, Menu, openOnArrow, Popover, PopoverButton } from "./menus.tsx";
export { Empty, Failed, Notice, Problem, StartFailed } from "./notice.tsx";
export { Option, Options } from "./option.tsx";
export { Pill } from "./pill.tsx";
export { Pager } from "./pager.tsx";
export { PlainLink } from "./plain-link.tsx";
export { PrintLimit, printedRange, usePrinting } from "./printing.tsx";
export { Loading, PageSpinner, Spinner } from "./spinner.tsx";
export { type TableColumn, searchedRows, useTableView, Cell, Table } from "./table.tsx";
export { TabButtons, type TabLink, TabLinks, TabPanel } from "./tabs.tsx";
export { TextButton } from "./text-button.tsx";
export { StatusLine, VisuallyHidden } from "./text.tsx";
export { toast, toastWithNext } from "./toast.tsx";
export { UiProvider } from "./ui-provider.tsx";
export { hasUnsavedChanges } from "./unsaved.ts";
export { UnsavedGuard } from "./unsaved-guard.tsx";
export { Address, RawText } from "./raw-text.tsx";
export { ValueChange } from "./value-change.tsx";
export { usePopup } from "./use-popup.ts";
export { NO_MORE, useLoadAhead, type MoreRows } from "./use-load-ahead.ts";
export { useModal } from "./use-modal.ts";
export { type PageWindow, usePageWindow } from "./use-page-window.ts";
export { moveAlongRows, useFocusedRow, useRowFocus } from "./use-row-focus.ts";
export { type PageKey, pageKeys } from "./page-keys.ts";
export { handledKeys, shortcuts, useHandledKeys, usePageKeys, useShortcutTitle } from "./use-page-keys.ts";
export { focusedRow, pressInRow, useRowKeys, type FocusedRow, type RowActions } from "./use-row-keys.ts";
export type { WideCell, WideColumn } from "./wide-columns.ts";
export { WideTable } from "./wide-table.tsx";
export { ScrollTable } from "./scroll-table.tsx";
export { SearchBox } from "./search-box.tsx";
