import {
  changeSavedView,
  fullQuery,
  listSavedViews,
  newSavedView,
  savedSettings,
  VIEW_NAME_MAX,
  type SavedView,
} from "@groundcrew/shared/saved-views";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { wholeNumber } from "@groundcrew/shared/lib";
import { IconBookmark, IconDeviceFloppy, IconLock, IconPencil, IconTrash, IconUsers } from "@tabler/icons-react";
import { z } from "zod";
import { call } from "../data/api/index.ts";
import { EditDialog } from "../kit/index.ts";
import { useForm } from "../lib/index.ts";
import { CheckField, ChoiceField, FormDialog, FormText, TextField } from "../ui/index.ts";
import type { Changes } from "./use-changes.ts";
import { useNewView, useOpenView, useViewChange, useViewDeletion } from "./use-views.ts";

/** A dialog about views: a new one, the changes of the current one, or another act on one. */
export type ViewDialog =
  | { kind: "new" }
  | { kind: "save" }
  | { kind: "rename" | "unshare" | "delete"; view: SavedView };

type ViewDialogsProps = {
  dialog: ViewDialog;
  user: SessionUser;
  current: SavedView | null;
  views: readonly SavedView[];
  settings: ViewSettings;
  changes: Changes;
  onClose: () => void;
};

/** The open dialog. */
export function ViewDialogs({ dialog, user, current, views, settings, changes, onClose }: ViewDialogsProps) {
  switch (dialog.kind) {
    case "new":
      return <NewViewDialog {...{ user, settings, onClose }} />;
    case "save":
      return <SaveChangesDialog {...{ current, changes, onClose }} />;
    case "rename":
      return <RenameDialog view={newest(views, dialog.view)} onClose={onClose} />;
    case "unshare":
      return <UnshareDialog view={newest(views, dialog.view)} onClose={onClose} />;
    case "delete":
      return <DeleteDialog view={dialog.view} isOpen={dialog.view.id === current?.id} {...{ settings, onClose }} />;
  }
}

function newest(views: readonly SavedView[], view: SavedView): SavedView {
  return views.find(({ id }) => id === view.id) ?? view;
}

const { name } = newSavedView.shape;
const newForm = z.object({ name, shared: z.string(), isDefault: z.boolean() });

function NewViewDialog({ user, settings, onClose }: Pick<ViewDialogsProps, "user" | "settings" | "onClose">) {
  const form = useForm(newForm, { name: "", shared: "no", isDefault: false });
  const open = useOpenView();
  const write = useNewView(form, ({ id }) => {
    form.reset();
    open({ view: String(id) });
    onClose();
  });
  return (
    <FormDialog
      title="Save as New View"
      subtitle="Filter, search, sort, group, time, types and List or Map"
      icon={IconBookmark}
      action="Save View"
      closeLabel="Cancel"
      form={form}
      write={write}
      onSubmit={form.submit(({ name, shared, isDefault }) =>
        write.mutate({ name, shared: shared === "yes", isDefault, settings: savedSettings(settings) }),
      )}
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
      <ChoiceField
        label="Who Sees It"
        labels={{ no: "Only Me", yes: `Everyone in ${user.organization}` }}
        icons={{ no: IconLock, yes: IconUsers }}
        {...form.choice("shared")}
      />
      <CheckField label="Open Stations with this view (my default)" {...form.check("isDefault")} />
    </FormDialog>
  );
}

type NameFieldProps = Pick<Parameters<typeof TextField>[0], "value" | "error" | "onChange" | "onBlur">;

function NameField(field: NameFieldProps) {
  return (
    <TextField
      label="Name"
      hint={`Up to ${VIEW_NAME_MAX} characters.`}
      aria-required
      maxLength={VIEW_NAME_MAX}
      autoComplete="off"
      {...field}
    />
  );
}

type OfViewProps = { view: SavedView; onClose: () => void };

/** Saves the changes of a view that others see, or that someone else has changed meanwhile. */
function SaveChangesDialog({ current, changes, onClose }: Pick<ViewDialogsProps, "current" | "changes" | "onClose">) {
  const { news, isBusy, write } = changes;
  const people = current?.people ?? 0;
  return (
    <FormDialog
      title="Save Changes"
      subtitle={current?.name}
      icon={IconDeviceFloppy}
      action={current ? "Save Changes" : null}
      closeLabel="Cancel"
      size="form"
      write={{ isPending: isBusy, error: null }}
      news={news}
      onSubmit={() => write()}
      onClose={onClose}
    >
      {people > 0 && <FormText>{`Changes it for ${peopleText(people)}.`}</FormText>}
    </FormDialog>
  );
}

function RenameDialog({ view, onClose }: OfViewProps) {
  const form = useForm(z.object({ name }), { name: view.name });
  const { id, settings, shared } = view;
  return (
    <EditDialog
      title="Rename a View"
      subtitle={view.name}
      icon={IconPencil}
      action="Rename"
      closeLabel="Cancel"
      size="form"
      item={view}
      noun="this view"
      changedBy={({ changed_by }) => changed_by}
      valuesOf={textsOf}
      labelOf={labelOf}
      form={form}
      save={(changed) => call(changeSavedView, { params: { view: id }, body: { settings, shared, ...changed } })}
      shows={[listSavedViews]}
      savedText={(renamed) => `Renamed to “${renamed}”`}
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
    </EditDialog>
  );
}

function textsOf({ name, settings, shared }: SavedView) {
  return { name, settings, shared };
}

function labelOf(field: string): string {
  return field === "name" ? "the name" : field === "shared" ? "who sees it" : "the settings";
}

function UnshareDialog({ view, onClose }: OfViewProps) {
  const write = useViewChange({ done: "No longer shared:", onDone: onClose, onError: () => {} });
  return (
    <FormDialog
      title="Stop Sharing"
      subtitle={view.name}
      icon={IconLock}
      action="Stop Sharing"
      closeLabel="Cancel"
      size="form"
      write={write}
      onSubmit={() => write.mutate({ view, changed: { shared: false } })}
      onClose={onClose}
    >
      <FormText>{`${seenBy(view)} Then only ${view.is_mine ? "you see" : "its owner sees"} it.`}</FormText>
    </FormDialog>
  );
}

type DeleteDialogProps = OfViewProps & {
  /** True if the list is open with it. */
  isOpen: boolean;
  settings: ViewSettings;
};

function DeleteDialog({ view, isOpen, settings, onClose }: DeleteDialogProps) {
  const open = useOpenView();
  const write = useViewDeletion(view, () => {
    // The list stays as it is.
    if (isOpen) open(fullQuery(settings));
    onClose();
  });
  return (
    <FormDialog
      title="Delete a View"
      subtitle={view.name}
      icon={IconTrash}
      action="Delete"
      closeLabel="Cancel"
      size="form"
      write={write}
      onSubmit={() => write.mutate()}
      onClose={onClose}
    >
      <FormText>{`${view.shared ? seenBy(view) : "Only you see it."} No station changes.`}</FormText>
    </FormDialog>
  );
}

/** Who else sees a shared view. */
function seenBy({ people }: SavedView): string {
  return people === 0 ? "Nobody else sees it yet." : `It is shared with ${peopleText(people)}.`;
}

function peopleText(people: number): string {
  return people === 1 ? "1 person" : `${wholeNumber(people)} people`;
}
