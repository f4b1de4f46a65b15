import { useRef } from "react";

import { createApiKey, type ApiKey } from "@groundcrew/shared/api-keys";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { IconKey, IconPlus, IconTrash } from "@tabler/icons-react";
import { Loaded, SecretDialog, Time } from "../../kit/index.ts";
import { useForm } from "../../lib/index.ts";
import {
  Card,
  Empty,
  LineForm,
  Table,
  SearchBox,
  useTableView,
  type TableColumn,
  Cell,
  ConfirmButton,
} from "../../ui/index.ts";
import { useKeyCreation, useRevocation, useApiKeys } from "./use-api-keys.ts";
import "../../later.css";

const naming = createApiKey.query.pick({ description: true });

const COLUMNS: TableColumn<ApiKey>[] = [
  { label: "Description", sortBy: ({ description }) => description },
  { label: "Name", sortBy: ({ name }) => name },
  { label: "Created", sortBy: ({ created }) => Date.parse(created) },
  { label: "Last Used", sortBy: ({ last_used }) => (last_used === null ? null : Date.parse(last_used)) },
];
const COLUMNS_OF_MANAGERS: TableColumn<ApiKey>[] = [...COLUMNS, { label: "Actions" }];

type ApiKeysPageProps = { user: SessionUser; orgId: number };

/** The API keys of an organization: its users see them, its managers create and revoke them. */
export function ApiKeysPage({ user, orgId }: ApiKeysPageProps) {
  const query = useApiKeys(orgId);
  const { data } = query;
  const card = useRef<HTMLElement>(null);
  const canManage = isManager(user);
  const columns = canManage ? COLUMNS_OF_MANAGERS : COLUMNS;
  const { rows, search, sorting } = useTableView(data, {
    columns,
    textOf: ({ description, name }) => `${description}\n${name}`,
  });
  return (
    <Card title="API Keys" ref={card} aside={data && <SearchBox placeholder="Search API keys" {...search} />}>
      <CreationForm orgId={orgId} canManage={canManage} />
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
                // The focused row is removed.
                onRevoked={() => card.current?.focus()}
              />
            ))}
          </Table>
        )}
      </Loaded>
    </Card>
  );
}

function CreationForm({ orgId, canManage }: { orgId: number; canManage: boolean }) {
  const form = useForm(naming, { description: "" }, { draft: `new key ${orgId}` });
  const { mutate, isPending, data, reset } = useKeyCreation(orgId, form);
  return (
    <>
      <LineForm
        {...form.text("description")}
        label="Description"
        {...(!canManage && { hint: "Only managers can create API keys." })}
        autoComplete="off"
        disabled={!canManage}
        action="Create Key"
        icon={IconPlus}
        busy={isPending}
        onSubmit={form.submit(({ description }) => mutate(description))}
      />
      {data && (
        <SecretDialog title="Your New Key" subtitle={data.description} what="key" secret={data.key} onClose={reset} />
      )}
    </>
  );
}

type ApiKeyRowProps = { apiKey: ApiKey; orgId: number; canManage: boolean; onRevoked: () => void };

function ApiKeyRow({ apiKey, orgId, canManage, onRevoked }: ApiKeyRowProps) {
  const { name, description, created, last_used } = apiKey;
  const { mutate, isPending } = useRevocation({ orgId, name, description }, onRevoked);
  return (
    <tr>
      <Cell title={description}>
        <span className="ellipsis block strong clip narrow-text">{description}</span>
      </Cell>
      <Cell label="Name">
        <code className="code">{name}</code>
      </Cell>
      <Cell label="Created">
        <Time at={created} />
      </Cell>
      <Cell label="Last Used">{last_used === null ? "Never" : <Time at={last_used} />}</Cell>
      {canManage && (
        <Cell label="Actions">
          <ConfirmButton
            label="Revoke"
            target={description}
            icon={IconTrash}
            busy={isPending}
            onConfirm={() => mutate()}
          />
        </Cell>
      )}
    </tr>
  );
}
