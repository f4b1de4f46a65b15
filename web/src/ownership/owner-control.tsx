import { IconArrowBackUp, IconChevronDown, IconClockPlus, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { displayName } from "@groundcrew/shared/sessions";
import { ItemShortcut, PickerAct, PickerList } from "../kit/index.ts";
import { Button, classes, IconButton, Notice, Popover } from "../ui/index.ts";
import { assigneeChoices, Initials } from "./assignee-choices.tsx";
import styles from "./owner-control.module.css";
import type { Owner } from "./use-owner.ts";

type OwnerControlProps = {
  owner: Owner;
  /** The name of the owned thing, such as `Group 118`. */
  name: string;
  /** The key that acknowledges it, if there is one here. */
  acknowledgeKey?: string;
};

/** An owner, with buttons to acknowledge, assign and release. */
export function OwnerControl({ owner, name, acknowledgeKey }: OwnerControlProps) {
  const { shown } = owner;
  return (
    <fieldset
      className={classes("flex full-width min-0 m-0 p-0 no-border", styles[shown.kind])}
      aria-label={`Owner of ${name}`}
    >
      {shown.kind === "unassigned" ? (
        <Button
          icon={IconUserCheck}
          className={`min-0 grow ${styles.main}`}
          busy={owner.isBusy}
          data-acknowledge
          aria-label={`Acknowledge ${name}`}
          onClick={owner.acknowledge}
        >
          Acknowledge
        </Button>
      ) : (
        <span className={`control min-0 grow ${styles.main}`} title={shown.title}>
          <Initials text={shown.initials} kind={shown.kind} />
          <span className="min-0 truncate">{shown.name}</span>{" "}
          <span className={`rigid push-right muted ${styles.age}`}>{ageText(shown)}</span>
        </span>
      )}
      <Popover
        label={`Assign ${name}`}
        renderOpener={(opener) => (
          <IconButton icon={IconChevronDown} label={`Assign ${name}`} className={`rigid ${styles.more}`} {...opener} />
        )}
      >
        <OwnerMenu owner={owner} acknowledgeKey={acknowledgeKey} />
      </Popover>
    </fieldset>
  );
}

/** The time since it was acknowledged, or since it was assigned. */
function ageText({ kind, age }: Exclude<Owner["shown"], { kind: "unassigned" }>): string {
  if (kind !== "waiting") return age;
  return age === "now" ? "waiting" : `waiting ${age}`;
}

type OwnerMenuProps = { owner: Owner; acknowledgeKey: string | undefined };

/** The people to assign something to, and what else can be done with it. */
function OwnerMenu({ owner, acknowledgeKey }: OwnerMenuProps) {
  const { shown, people, isBusy } = owner;
  function handleAssign(id: string) {
    const person = people.data?.find((one) => String(one.id) === id);
    if (person) owner.assign(person.id, displayName(person));
  }
  return (
    <PickerList
      label="People"
      searchLabel="Assign to"
      items={assigneeChoices(owner)}
      type="button"
      isBusy={isBusy}
      onChoose={handleAssign}
    >
      {shown.kind !== "mine" && (
        <PickerAct icon={IconUserCheck} isBusy={isBusy} onPress={owner.acknowledge}>
          Acknowledge for myself
          {shown.kind === "unassigned" && acknowledgeKey !== undefined && <ItemShortcut letter={acknowledgeKey} />}
        </PickerAct>
      )}
      {shown.kind === "mine" && (
        <PickerAct icon={IconClockPlus} isBusy={isBusy} onPress={owner.prolong}>
          Extend by 24 hours
        </PickerAct>
      )}
      {shown.kind !== "unassigned" && (
        <PickerAct icon={shown.kind === "mine" ? IconArrowBackUp : IconUserOff} isBusy={isBusy} onPress={owner.release}>
          Release
        </PickerAct>
      )}
    </PickerList>
  );
}

/** Says that someone else was faster, and offers to take over from them. Also says that it was too late. */
export function OwnerCollision({ owner }: { owner: Owner }) {
  const { collision, shown } = owner;
  if (collision === null) return null;
  const isOthers = shown.kind !== "unassigned" && !shown.isMe;
  return (
    <div className="column gap-2">
      <Notice tone="warning" icon={IconUserCheck}>
        <b>{collision}</b>
        {isOthers
          ? ` Nothing was changed. Talk to each other, or take it over; ${shown.name} is notified.`
          : " Nothing was changed."}
      </Notice>
      <div className="flex gap-2">
        {isOthers && (
          <Button busy={owner.isBusy} onClick={owner.acknowledge}>
            Take Over
          </Button>
        )}
        <Button tone="quiet" onClick={owner.leave}>
          {isOthers ? "Leave It" : "Dismiss"}
        </Button>
      </div>
    </div>
  );
}
