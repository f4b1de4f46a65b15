import { useRef } from "react";
import { useQuery } from "@tanstack/react-query";
import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { invitation } from "@groundcrew/shared/users";
import { IconMailPlus, IconUsers } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { useForm } from "../lib/index.ts";
import { Card, Empty, Failed, LineForm, Loading, Table } from "../ui/index.ts";
import { useInvitation, usersQuery } from "./use-users.ts";
import { UserRow } from "./user-row.tsx";

const HEAD = [{ label: "Email" }, { label: "Manager" }];
const HEAD_OF_MANAGERS = [...HEAD, { label: "Actions" }];

type UsersPageProps = { user: SessionUser; orgId: number };

/** The users of an organization, for all of them to see and its managers to invite, promote and delete. */
export function UsersPage({ user, orgId }: UsersPageProps) {
  const { data, error, refetch } = useQuery(usersQuery(orgId));
  const card = useRef<HTMLElement>(null);
  const canManage = isManager(user);
  return (
    <Card title="Users" ref={card}>
      {canManage && <InvitationForm orgId={orgId} />}
      {data && data.length > 0 ? (
        <Table label="Users" head={canManage ? HEAD_OF_MANAGERS : HEAD} stacks>
          {data.map((of) => (
            // The row that had the focus goes away.
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
