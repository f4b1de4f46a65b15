import type { ApiKey, NewApiKey } from "@groundcrew/shared/api-keys";
import { IconRefresh } from "@tabler/icons-react";
import { FormDialog, FormText } from "../../ui/index.ts";
import { useKeyRenewal } from "./use-api-keys.ts";

type RenewKeyDialogProps = {
  orgId: number;
  apiKey: ApiKey;
  onRenewed: (key: NewApiKey) => void;
  onClose: () => void;
};

/** Gives a key another secret and a later end. */
export function RenewKeyDialog({ orgId, apiKey, onRenewed, onClose }: RenewKeyDialogProps) {
  const write = useKeyRenewal({ orgId, apiKey }, onRenewed);
  return (
    <FormDialog
      title="Renew an API Key"
      subtitle={apiKey.description}
      icon={IconRefresh}
      action="Renew"
      size="form"
      write={write}
      onSubmit={() => write.mutate()}
      onClose={onClose}
    >
      <FormText>
        The new key has the same rights and is valid for as long as this one was. It is shown once. This one, unless it
        has ended, stays valid for another 24 hours.
      </FormText>
    </FormDialog>
  );
}
