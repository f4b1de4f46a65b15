import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { createApiKey, type ApiKey } from "@groundcrew/shared/api-keys";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useForm } from "../lib/index.ts";
import {
  Card,
  Empty,
  Failed,
  LineForm,
  Loading,
  Table,
  TableSearch,
  useTableView,
  type TableColumn,
} from "../ui/index.ts";
import { ApiKeyRow } from "./api-key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { apiKeysQuery, useKeyCreation } from "./use-api-keys.ts";

const naming = createApiKey.query.pick({ description: true });

const COLUMNS: TableColumn<ApiKey>[] = [
  { label: "Description", sortBy: ({ description }) => description },
  { label: "Name", sortBy: ({ name }) => name },
  { label: "Created", sortBy: ({ created }) => Date.parse(created) },
  { label: "Last Used", sortBy: ({ last_used }) => (last_used === null ? null : Date.parse(last_used)) },
];
const COLUMNS_OF_MANAGERS: TableColumn<ApiKey>[] = [...COLUMNS, { label: "Actions" }];
const NONE: ApiKey[] = [];

type ApiKeysPageProps = { user: SessionUser; orgId: number };

/** The API keys of an organization: its users see them, its managers create and revoke them. */
export function ApiKeysPage({ user, orgId }: ApiKeysPageProps) {
  const { data, error, refetch } = useQuery(apiKeysQuery(orgId));
  const card = useRef<HTMLElement>(null);
  const canManage = isManager(user);
  const columns = canManage ? COLUMNS_OF_MANAGERS : COLUMNS;
  const { rows, search, sorting } = useTableView(data ?? NONE, {
    columns,
    textOf: ({ description, name }) => `${description}\n${name}`,
  });
  return (
    <Card
      title="API Keys"
      ref={card}
      aside={data && <TableSearch subject="API keys" found={rows.length} {...search} />}
    >
      <CreationForm orgId={orgId} canManage={canManage} />
      {data && data.length > 0 ? (
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
      ) : data ? (
        <Empty icon={IconKey} sentence="This organization has no API keys yet." />
      ) : error ? (
        <Failed
          sentence="The API keys could not be loaded."
          reason={sentenceOf(error)}
          onReload={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
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
      {data && <NewKeyDialog newKey={data} onClose={reset} />}
    </>
  );
}
