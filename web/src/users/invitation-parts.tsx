import { invitationState, type ListedUser } from "@groundcrew/shared/users";
import { IconMailForward } from "@tabler/icons-react";
import { serverNow, useServerNow } from "../clock/index.ts";
import { exactMoment, momentText } from "../lib/index.ts";
import { Button, toast } from "../ui/index.ts";
import { useResending } from "./use-users.ts";
import styles from "./user-row.module.css";

type Invitation = NonNullable<ListedUser["invitation"]>;

/** Marks an invited user without an account, with the date until which they can accept. */
export function InvitationMark({ invitation }: { invitation: Invitation }) {
  const { isExpired } = invitationState(invitation, useServerNow());
  return (
    <span className={styles.invitation}>
      Invited, not yet logged in
      <span className={isExpired ? styles.expired : undefined} title={exactMoment(invitation.expires)}>
        {isExpired ? "Expired" : "Expires"} {momentText(invitation.expires)}
      </span>
    </span>
  );
}

/** Sends an invitation again, unless its mail is still on its way. */
export function ResendButton({ of, invitation }: { of: ListedUser; invitation: Invitation }) {
  const { mutate, isPending } = useResending(of);

  function handleClick() {
    if (invitationState(invitation, serverNow()).isRecent) {
      toast(
        "info",
        `${of.email} was sent an invitation less than 5 minutes ago.`,
        "Please wait before you send another.",
      );
    } else mutate();
  }

  return (
    <Button icon={IconMailForward} aria-label={`Resend ${of.email}`} busy={isPending} onClick={handleClick}>
      Resend
    </Button>
  );
}
