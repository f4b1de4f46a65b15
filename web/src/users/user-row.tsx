import { isManager, type SessionUser } from "@groundcrew/shared/sessions";
import { permissionLock, showsAsManager, type ListedUser, type PermissionLock } from "@groundcrew/shared/users";
import { IconTrash } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { Address, Cell, ConfirmButton, Switch } from "../ui/index.ts";
import { InvitationMark, ResendButton } from "./invitation-parts.tsx";
import { useDeletion, usePermission } from "./use-users.ts";
import styles from "./user-row.module.css";

type UserRowProps = { of: ListedUser; caller: SessionUser; onDeleted: () => void };

/** A user, with the actions available to the caller. */
export function UserRow({ of, caller, onDeleted }: UserRowProps) {
  const { brand } = useConsole();
  const permission = usePermission(of);
  const deletion = useDeletion(of, onDeleted);
  const isSelf = of.email === caller.email;
  const canManage = isManager(caller);
  const lock = permissionLock(of, caller, brand);
  const isShownAsManager = permission.pending ?? showsAsManager(of, brand);
  return (
    <tr>
      <Cell>
        <div>
          <span className={styles.email}>
            <Address address={of.email} />
          </span>
          {isSelf && <span className={styles.self}>You</span>}
          {of.invitation && <InvitationMark invitation={of.invitation} />}
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
            label={`${of.email} is a manager`}
            checked={isShownAsManager}
            lock={lock && lockReason(lock, brand.provider)}
            onSwitch={permission.mutate}
          />
        )}
      </Cell>
      {canManage && (
        <Cell label="Actions">
          {!isSelf && (
            <span className={styles.actions}>
              {of.invitation && <ResendButton of={of} invitation={of.invitation} />}
              <ConfirmButton
                label="Delete"
                target={of.email}
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
