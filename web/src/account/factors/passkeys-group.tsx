import { useState } from "react";
import type { Account } from "@groundcrew/shared/account";
import { IconKey, IconPencil, IconPlus } from "@tabler/icons-react";
import { Age } from "../../kit/index.ts";
import { dateText } from "../../lib/index.ts";
import { Button, IconButton } from "../../ui/index.ts";
import { AccountGroup, AccountLine } from "../account-line.tsx";
import { NewPasskeyDialog, RenamePasskeyDialog } from "./passkey-dialogs.tsx";
import { RemoveButton } from "./remove-button.tsx";
import { usePasskeyRemoval } from "./use-passkeys.ts";

type Passkey = Account["passkeys"][number];

const HERE = "A passkey replaces your password and code.";
const NOT_HERE = "Passkeys need https and a host name, or http://localhost.";

/** Names, but not addresses, have passkeys. */
function isNamed(host: string): boolean {
  return !/^[\d.]+$|^\[/.test(host);
}

type GroupProps = { passkeys: readonly Passkey[]; lock: string | null; onCodes: (codes: readonly string[]) => void };

/** The user's passkeys, and a button that adds one. */
export function PasskeysGroup({ passkeys, lock, onCodes }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  const canMake = "PublicKeyCredential" in window && isNamed(window.location.hostname);
  const button = canMake && (
    <Button icon={IconPlus} aria-label="Add a Passkey" onClick={() => setOpen(true)}>
      Add
    </Button>
  );
  return (
    <>
      <AccountGroup title="Passkeys and Security Keys" action={button}>
        {passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} lock={lock} />
        ))}
        {passkeys.length === 0 && <AccountLine icon={IconKey} title="None" text={canMake ? HERE : NOT_HERE} />}
      </AccountGroup>
      {isOpen && (
        <NewPasskeyDialog
          onAdded={(codes) => {
            setOpen(false);
            onCodes(codes);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function PasskeyLine({ passkey, lock }: { passkey: Passkey; lock: string | null }) {
  const { id, name, added, last_used } = passkey;
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
      <RemoveButton target={`the passkey ${name}`} lock={lock} busy={isPending} onConfirm={() => mutate()} />
      {isOpen && <RenamePasskeyDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </AccountLine>
  );
}
