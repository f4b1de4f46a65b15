import { renamePasskey } from "@groundcrew/shared/account";
import { readAgent } from "@groundcrew/shared/lib";
import { IconKey, IconPencil } from "@tabler/icons-react";
import { useForm } from "../../lib/index.ts";
import { FormDialog, FormText, TextField } from "../../ui/index.ts";
import { usePasskeyAddition, usePasskeyName } from "./use-passkeys.ts";

type NewPasskeyProps = { onAdded: (codes: readonly string[]) => void; onClose: () => void };

/** Names a new passkey, which the browser then makes. */
export function NewPasskeyDialog({ onAdded, onClose }: NewPasskeyProps) {
  const form = useForm(renamePasskey.body, { name: readAgent(navigator.userAgent).name });
  const write = usePasskeyAddition((codes) => {
    form.reset();
    onAdded(codes);
  });
  return (
    <FormDialog
      title="Add a Passkey"
      icon={IconKey}
      size="form"
      action="Continue"
      closeLabel="Cancel"
      form={form}
      write={write}
      onSubmit={form.submit(({ name }) => write.mutate(name))}
      onClose={onClose}
    >
      <FormText>Your browser asks where to keep it: on this device, on a phone, or on a security key.</FormText>
      <TextField {...form.text("name")} label="Name" maxLength={60} aria-required data-autofocus />
    </FormDialog>
  );
}

export function RenamePasskeyDialog({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const form = useForm(renamePasskey.body, { name });
  const write = usePasskeyName(id, () => {
    form.reset();
    onClose();
  });
  return (
    <FormDialog
      title="Rename a Passkey"
      icon={IconPencil}
      size="form"
      action="Save"
      form={form}
      write={write}
      onSubmit={form.submit((fields) => write.mutate(fields.name))}
      onClose={onClose}
    >
      <TextField {...form.text("name")} label="Name" maxLength={60} aria-required data-autofocus />
    </FormDialog>
  );
}
