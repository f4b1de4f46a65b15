import { useState } from "react";
import type { Account } from "@groundcrew/shared/account";
import { IconKey, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { Age } from "../kit/index.ts";
import { dateText } from "../lib/index.ts";
import { Button, ConfirmButton, IconButton } from "../ui/index.ts";
import { AccountLine } from "./account-line.tsx";
import { NewPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { usePasskeyRemoval } from "./use-passkeys.ts";

type Passkey = Account["passkeys"][number];

const NOT_HERE = "Browsers make none here: the console has to be opened by its name, with https.";

/** Names, but not addresses, have passkeys. */
function isNamed(host: string): boolean {
  return !/^[\d.]+$|^\[/.test(host);
}

/** The user's passkeys, and a button that adds one. */
export function PasskeysList({
  passkeys,
  onCodes,
}: {
  passkeys: readonly Passkey[];
  onCodes: (codes: readonly string[]) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const canMake = "PublicKeyCredential" in window && isNamed(window.location.hostname);
  return (
    <>
      <AccountLine
        icon={IconKey}
        title="Passkeys and Security Keys"
        text={canMake ? "Each takes the place of password and code, and also logs in alone." : NOT_HERE}
      >
        {canMake && (
          <Button icon={IconPlus} aria-label="Add a Passkey" onClick={() => setOpen(true)}>
            Add
          </Button>
        )}
      </AccountLine>
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
      {isOpen && (
        <NewPasskeyDialog
          onAdded={(codes) => {
            setOpen(false);
            if (codes.length > 0) onCodes(codes);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function PasskeyLine({ passkey: { id, name, added, last_used } }: { passkey: Passkey }) {
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = usePasskeyRemoval(id);
  return (
    <AccountLine
      icon={IconKey}
      title={name}
      text={
        <>
          Added {dateText(added)}
          {last_used !== null && (
            <>
              {" · used "}
              <Age since={last_used} />
            </>
          )}
        </>
      }
    >
      <IconButton tone="quiet" icon={IconPencil} label={`Rename ${name}`} onClick={() => setOpen(true)} />
      <ConfirmButton
        label="Remove"
        target={`the passkey ${name}`}
        icon={IconTrash}
        busy={isPending}
        onConfirm={() => mutate()}
      />
      {isOpen && <RenamePasskeyDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </AccountLine>
  );
}
