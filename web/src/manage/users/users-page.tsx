import { useRef } from "react";

import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import type { Brand } from "@groundcrew/shared/brand";
import {
  invitation,
  showsAsManager,
  type ListedUser,
  permissionLock,
  type PermissionLock,
  invitationState,
} from "@groundcrew/shared/users";
import { IconMailPlus, IconShieldOff, IconUsers, IconTrash, IconMailForward, IconMailX } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { Loaded, Time, useView } from "../../kit/index.ts";
import { useForm, exactMoment, momentText } from "../../lib/index.ts";
import {
  Card,
  Empty,
  LineForm,
  Table,
  SearchBox,
  useTableView,
  type TableColumn,
  Address,
  Cell,
  ConfirmButton,
  Icon,
  Switch,
  Button,
  toast,
} from "../../ui/index.ts";
import { StepRuleLine, usersView } from "../organizations/index.ts";
import { StepReset } from "./step-reset.tsx";
import { useInvitation, useDeletion, usePermission, useResending, useUsers } from "./use-users.ts";
import "../../later.css";
import { serverNow, useServerNow } from "../../data/clock/index.ts";

function userColumns(brand: Pick<Brand, "provider">, canManage: boolean): TableColumn<ListedUser>[] {
  const columns: TableColumn<ListedUser>[] = [
    { label: "Email", sortBy: ({ email }) => email },
    { label: "Manager", sortBy: (listed) => (showsAsManager(listed, brand) ? "Yes" : "No") },
  ];
  if (!canManage) return columns;
  return [...columns, { label: "Second Step", sortBy: stepText }, { label: "Actions" }];
}

/** `On`, `None`; nothing for an invitation. */
function stepText({ has_second_step }: ListedUser): string {
  if (has_second_step === undefined) return "";
  return has_second_step ? "On" : "None";
}

type UsersPageProps = { user: SessionUser; orgId: number };

/** The users of an organization: all of its users see them, its managers invite, promote and delete. */
export function UsersPage({ user, orgId }: UsersPageProps) {
  const query = useUsers(orgId);
  const { data } = query;
  const card = useRef<HTMLElement>(null);
  const canManage = isManager(user);
  const columns = userColumns(useConsole().brand, canManage);
  const { view, change } = useView(usersView);
  const isWithout = canManage && view.without;
  const listed = isWithout ? data?.filter(({ has_second_step }) => has_second_step === false) : data;
  const { rows, search, sorting } = useTableView(listed, { columns, textOf: ({ email }) => email });
  return (
    <Card title="Users" ref={card} aside={data && <SearchBox placeholder="Search users" {...search} />}>
      {canManage && (
        <StepRuleLine orgId={orgId}>
          <Button icon={IconShieldOff} aria-pressed={isWithout} onClick={() => change({ without: !isWithout })}>
            Without Second Step
          </Button>
        </StepRuleLine>
      )}
      {canManage && <InvitationForm orgId={orgId} />}
      <Loaded
        query={query}
        content="users"
        empty={<Empty icon={IconUsers} sentence="This organization has no users yet." />}
      >
        {() => (
          <Table label="Users" head={columns} sorting={sorting} stacks>
            {rows.map((listed) => (
              // The focused row is removed.
              <UserRow key={listed.email} listed={listed} caller={user} onDeleted={() => card.current?.focus()} />
            ))}
          </Table>
        )}
      </Loaded>
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

type UserRowProps = { listed: ListedUser; caller: SessionUser; onDeleted: () => void };

/** A user, with the actions available to the caller. */
function UserRow({ listed, caller, onDeleted }: UserRowProps) {
  const { brand } = useConsole();
  const permission = usePermission(listed);
  const deletion = useDeletion(listed, onDeleted);
  const isSelf = listed.email === caller.email;
  const canManage = isManager(caller);
  const lock = permissionLock(listed, caller, brand);
  const isShownAsManager = permission.pending ?? showsAsManager(listed, brand);
  return (
    <tr>
      <Cell>
        <div>
          <span className="strong">
            <Address address={listed.email} />
          </span>
          {isSelf && <span className="ml-2 px-1h caption tint rounded-sm">You</span>}
          {listed.invitation && <InvitationMark invitation={listed.invitation} />}
        </div>
      </Cell>
      <Cell label="Manager">
        {lock === "not_manager" ? (
          isShownAsManager ? (
            "Yes"
          ) : (
            "No"
          )
        ) : (
          <Switch
            label={`${listed.email} is a manager`}
            checked={isShownAsManager}
            lock={lock && lockReason(lock, brand.provider)}
            onChange={permission.mutate}
          />
        )}
      </Cell>
      {canManage && <Cell label="Second Step">{stepText(listed)}</Cell>}
      {canManage && (
        <Cell label="Actions">
          {!isSelf && (
            <span className="flex wrap gap-2">
              {listed.invitation && <ResendButton listed={listed} invitation={listed.invitation} />}
              {listed.has_second_step === true && <StepReset listed={listed} />}
              <ConfirmButton
                label="Delete"
                target={listed.email}
                icon={IconTrash}
                busy={deletion.isPending}
                onConfirm={() => deletion.mutate()}
              />
            </span>
          )}
        </Cell>
      )}
    </tr>
  );
}

function lockReason(lock: Exclude<PermissionLock, "not_manager">, provider: string): string {
  return lock === "self" ? "You can't change your own permissions." : `Users of ${provider} are always managers.`;
}

type Invitation = NonNullable<ListedUser["invitation"]>;

/** Marks an invited user without an account, with the date until which they can accept. */
function InvitationMark({ invitation }: { invitation: Invitation }) {
  const { isExpired } = invitationState(invitation, useServerNow());
  return (
    <span className="gap-0-2 flex wrap caption soft">
      Invited, not yet logged in
      <span className={isExpired ? "danger" : undefined}>
        {isExpired ? "Expired" : "Expires"} <Time at={invitation.expires} />
      </span>
      {invitation.failure && (
        <span className="own-line flex gap-1 normal-space narrow-text anywhere danger">
          <Icon icon={IconMailX} size="s" />
          <span title={exactMoment(invitation.failure.at)}>{failureSentence(invitation.failure)}</span>
        </span>
      )}
    </span>
  );
}

function failureSentence({ at, reply }: NonNullable<Invitation["failure"]>): string {
  return reply === null
    ? `The email could not be sent at ${momentText(at)}, because the mail server could not be used.`
    : `The mail server refused the email at ${momentText(at)}: “${reply}”.`;
}

/** Sends an invitation again, unless its mail is still on its way. */
function ResendButton({ listed, invitation }: { listed: ListedUser; invitation: Invitation }) {
  const { mutate, isPending } = useResending(listed);

  function handleClick() {
    if (invitationState(invitation, serverNow()).isRecent) {
      toast(
        "info",
        `${listed.email} was sent an invitation less than 5 minutes ago.`,
        "Please wait before you send another.",
      );
    } else mutate();
  }

  return (
    <Button icon={IconMailForward} aria-label={`Resend ${listed.email}`} busy={isPending} onClick={handleClick}>
      Resend
    </Button>
  );
}
