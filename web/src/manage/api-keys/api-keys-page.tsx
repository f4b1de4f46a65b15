import { useRef, useState } from "react";
import { ENDED_KEY_DAYS, type ApiKey, type NewApiKey } from "@groundcrew/shared/api-keys";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { Loaded, SecretDialog } from "../../kit/index.ts";
import { Button, Card, Empty, FormText, Table, SearchBox, useTableView, type TableColumn } from "../../ui/index.ts";
import { useOrganizationNames } from "../organizations/index.ts";
import { ApiKeyRow } from "./api-key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RenewKeyDialog } from "./renew-key-dialog.tsx";
import { scopeTexts } from "./new-key-form.ts";
import { useApiKeys } from "./use-api-keys.ts";
import "../../later.css";

const COLUMNS: TableColumn<ApiKey>[] = [
  { label: "Description", sortBy: ({ description }) => description },
  { label: "May", sortBy: ({ scopes }) => scopes.map((scope) => scopeTexts[scope].label).join() },
  { label: "Made", sortBy: ({ created }) => Date.parse(created) },
  { label: "Ends", sortBy: ({ ends }) => (ends === null ? null : Date.parse(ends)) },
  { label: "Last Used", sortBy: ({ last_used }) => (last_used === null ? null : Date.parse(last_used)) },
];
const COLUMNS_OF_MANAGERS: TableColumn<ApiKey>[] = [...COLUMNS, { label: "Actions" }];

/** The open dialog; `key` is one that was just created or renewed. */
type Opened = { is: "new" } | { is: "renew"; apiKey: ApiKey } | { is: "key"; key: NewApiKey } | null;

type ApiKeysPageProps = { user: SessionUser; orgId: number };

/** The API keys of an organization: its users see them, its managers create, renew and revoke them. */
export function ApiKeysPage({ user, orgId }: ApiKeysPageProps) {
  const query = useApiKeys(orgId);
  const { data } = query;
  const card = useRef<HTMLElement>(null);
  const focusCard = () => card.current?.focus();
  const [open, setOpen] = useState<Opened>(null);
  const canManage = isManager(user);
  const columns = canManage ? COLUMNS_OF_MANAGERS : COLUMNS;
  const { rows, search, sorting } = useTableView(data, {
    columns,
    textOf: ({ description, name }) => `${description}\n${name}`,
  });
  return (
    <Card
      title="API Keys"
      ref={card}
      aside={<NewKeyButton canManage={canManage} onClick={() => setOpen({ is: "new" })} />}
    >
      <div className="row wrap gap-2 justify-between mb-3">
        <p className="small soft">
          Sent as <code className="code">Authorization: Bearer</code>.
          {` Ended keys are kept for ${ENDED_KEY_DAYS} days and can still be renewed.`}
        </p>
        {data && <SearchBox placeholder="Search API keys" {...search} />}
      </div>
      <Loaded
        query={query}
        content="API keys"
        empty={<Empty icon={IconKey} sentence="This organization has no API keys yet." />}
      >
        {() => (
          <Table label="API Keys" head={columns} sorting={sorting} stacks>
            {rows.map((apiKey) => (
              <ApiKeyRow
                key={apiKey.name}
                apiKey={apiKey}
                orgId={orgId}
                canManage={canManage}
                onRenew={() => setOpen({ is: "renew", apiKey })}
                // The focused row is removed.
                onRevoked={focusCard}
              />
            ))}
          </Table>
        )}
      </Loaded>
      <KeyDialog user={user} orgId={orgId} open={open} onOpen={setOpen} onKeyClosed={focusCard} />
    </Card>
  );
}

function NewKeyButton({ canManage, onClick }: { canManage: boolean; onClick: () => void }) {
  return (
    <div className="row wrap gap-2 push-right">
      {!canManage && (
        <span id="keys-of-managers" className="caption muted">
          Only managers can create API keys.
        </span>
      )}
      <Button
        tone="main"
        icon={IconPlus}
        disabled={!canManage}
        aria-describedby={canManage ? undefined : "keys-of-managers"}
        onClick={onClick}
      >
        New Key
      </Button>
    </div>
  );
}

type KeyDialogProps = ApiKeysPageProps & { open: Opened; onOpen: (open: Opened) => void; onKeyClosed: () => void };

/** The open dialog. A key that was created or renewed is shown this once. */
function KeyDialog({ user, orgId, open, onOpen, onKeyClosed }: KeyDialogProps) {
  const organization = useOrganizationNames(user).get(orgId);
  const close = () => onOpen(null);
  function closeKey() {
    close();
    // What opened the first dialog is not known any more, and the card is inert until this one is removed.
    setTimeout(onKeyClosed);
  }
  const show = (key: NewApiKey) => onOpen({ is: "key", key });
  switch (open?.is) {
    case undefined:
      return null;
    case "new": {
      const isForAdmins = user.can_admin && orgId === user.org_id;
      return <NewKeyDialog {...{ orgId, organization, isForAdmins }} onCreated={show} onClose={close} />;
    }
    case "renew":
      return <RenewKeyDialog orgId={orgId} apiKey={open.apiKey} onRenewed={show} onClose={close} />;
    case "key": {
      const { description, key, old_secret_ends } = open.key;
      return (
        <SecretDialog title="Your New Key" subtitle={description} what="key" secret={key} onClose={closeKey}>
          {old_secret_ends !== null && <FormText>The previous key stays valid for another 24 hours.</FormText>}
        </SecretDialog>
      );
    }
  }
}
