import { IconPencil } from "@tabler/icons-react";
import { EditDialog, SecretDialog } from "../src/kit/index.ts";
import {
  Button,
  ConfirmDialog,
  Dialog,
  FormDialog,
  FormText,
  TextField,
  toast,
  toastWithNext,
} from "../src/ui/index.ts";
import { useEffect } from "react";
import { doNothing, type GalleryPage, LONG } from "./page.tsx";

const form = {
  title: "Edit Station",
  icon: IconPencil,
  action: "Save",
  write: { isPending: false, error: null },
  onSubmit: doNothing,
  onClose: doNothing,
};
const lines = Array.from({ length: 40 }, (_, line) => `${line + 1}. ${LONG}.`);

function Toasts() {
  useEffect(() => {
    toast("success", "Saved the rule.");
    toast("warning", LONG);
    toast("danger", "The owner was not changed.", LONG);
    toastWithNext("success", "Resolved 3 errors.", { label: "Undo", onPress: doNothing });
  }, []);
  return null;
}

export const dialogs: GalleryPage = {
  title: "Dialogs",
  sections: { FormText: () => <FormText>{LONG}</FormText> },
  alone: {
    "Dialog: short": () => (
      <Dialog title="Snapshot" subtitle="Atlas 0036" icon={IconPencil} onClose={doNothing}>
        {LONG}
      </Dialog>
    ),
    "Dialog: scrolling": () => (
      <Dialog title={LONG} subtitle={LONG} size="wide" footer={<Button tone="main">Save</Button>} onClose={doNothing}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Dialog>
    ),
    "Dialog: floating": () => (
      <Dialog title="Errors" isFloating onClose={doNothing}>
        {LONG}
      </Dialog>
    ),
    "ConfirmDialog: open": () => (
      <ConfirmDialog title="Delete Key?" action="Delete" tone="main" onConfirm={doNothing} onClose={doNothing}>
        {LONG}
      </ConfirmDialog>
    ),
    "FormDialog: with an error": () => (
      <FormDialog {...form}>
        <FormText>{LONG}</FormText>
        <TextField label="Name" defaultValue={LONG} error="At most 50 characters." />
      </FormDialog>
    ),
    "FormDialog: failed": () => (
      <FormDialog {...form} problem={LONG} news="Someone else has changed the name." onReload={doNothing}>
        <TextField label="Name" />
      </FormDialog>
    ),
    "FormDialog: busy": () => (
      <FormDialog {...form} write={{ isPending: true, error: null }} size="form">
        <TextField label="Name" />
      </FormDialog>
    ),
    "EditDialog: open": () => (
      <EditDialog
        title="Edit Harbor"
        icon={IconPencil}
        item={{ id: 1, rev: 1, name: "Harbor" }}
        noun="this site"
        valuesOf={({ name }) => ({ name })}
        labelOf={(field) => `the ${field}`}
        form={{ changed: [], reset: doNothing, submit: () => doNothing }}
        save={async () => ({ body: { name: "Harbor" } })}
        onClose={doNothing}
      >
        <TextField label="Name" defaultValue={LONG} />
      </EditDialog>
    ),
    "SecretDialog: open": () => (
      <SecretDialog
        title="New API Key"
        subtitle="Harbor"
        what="key"
        secret="gc_0123456789abcdef0123456789abcdef"
        onClose={doNothing}
      >
        {LONG}
      </SecretDialog>
    ),
    "UiProvider: toasts": () => <Toasts />,
  },
};
