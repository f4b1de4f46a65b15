import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import type { Brand } from "@groundcrew/shared/brand";
import { invitation, showsAsManager, type ListedUser } from "@groundcrew/shared/users";
import { IconMailPlus, IconUsers } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
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
import { useInvitation, usersQuery } from "./use-users.ts";
import { UserRow } from "./user-row.tsx";

const NONE: ListedUser[] = [];

function columnsOf(brand: Pick<Brand, "provider">, canManage: boolean): TableColumn<ListedUser>[] {
  const columns: TableColumn<ListedUser>[] = [
    { label: "Email", sortBy: ({ email }) => email },
    { label: "Manager", sortBy: (of) => (showsAsManager(of, brand) ? "Yes" : "No") },
  ];
  return canManage ? [...columns, { label: "Actions" }] : columns;
}

type UsersPageProps = { user: SessionUser; orgId: number };

/** The users of an organization: all of its users see them, its managers invite, promote and delete. */
export function UsersPage({ user, orgId }: UsersPageProps) {
  const { data, error, refetch } = useQuery(usersQuery(orgId));
  const card = useRef<HTMLElement>(null);
  const canManage = isManager(user);
  const columns = columnsOf(useConsole().brand, canManage);
  const { rows, search, sorting } = useTableView(data ?? NONE, { columns, textOf: ({ email }) => email });
  return (
    <Card title="Users" ref={card} aside={data && <TableSearch subject="users" found={rows.length} {...search} />}>
      {canManage && <InvitationForm orgId={orgId} />}
      {data && data.length > 0 ? (
        <Table label="Users" head={columns} sorting={sorting} stacks>
          {rows.map((of) => (
            // The focused row is removed.
            <UserRow key={of.email} of={of} caller={user} onDeleted={() => card.current?.focus()} />
          ))}
        </Table>
      ) : data ? (
        <Empty icon={IconUsers} sentence="This organization has no users yet." />
      ) : error ? (
        <Failed sentence="The users could not be loaded." reason={sentenceOf(error)} onReload={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Card>
  );
}

function InvitationForm({ orgId }: { orgId: number }) {
  const form = useForm(invitation, { email: "" }, { draft: `invite ${orgId}` });
  const { mutate, isPending } = useInvitation(orgId, form);
  return (
    <LineForm
      {...form.text("email")}
      label="Email Address"
      type="email"
      autoComplete="off"
      action="Invite"
      icon={IconMailPlus}
      busy={isPending}
      onSubmit={form.submit(({ email }) => mutate(email))}
    />
  );
}
