import { IconArrowBackUp, IconChevronDown, IconClockPlus, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { ItemShortcut, PickerAct, PickerList } from "../kit/index.ts";
import { Button, classes, IconButton, Notice, Popover } from "../ui/index.ts";
import styles from "./owner-control.module.css";
import { initialsOf } from "./owner-texts.ts";
import type { Owner } from "./use-owner.ts";

type OwnerControlProps = {
  owner: Owner;
  /** What it is about, such as `Group 118`. */
  name: string;
  /** The key that acknowledges it, if there is one here. */
  acknowledgeKey?: string;
};

/** Who has something, with what acknowledges, assigns and releases it. */
export function OwnerControl({ owner, name, acknowledgeKey }: OwnerControlProps) {
  const { face } = owner;
  return (
    <fieldset className={classes(styles.owner, styles[face.kind])} aria-label={`Owner of ${name}`}>
      {face.kind === "nobody" ? (
        <Button
          icon={IconUserCheck}
          className={styles.main}
          busy={owner.isBusy}
          data-acknowledge
          aria-label={`Acknowledge ${name}`}
          onClick={owner.acknowledge}
        >
          Acknowledge
        </Button>
      ) : (
        <span className={styles.main} title={face.title}>
          <Initials text={face.initials} kind={face.kind} />
          <span className={styles.name}>{face.name}</span> <span className={styles.age}>{ageText(face)}</span>
        </span>
      )}
      <Popover
        label={`Assign ${name}`}
        renderOpener={(opener) => (
          <IconButton icon={IconChevronDown} label={`Assign ${name}`} className={styles.more} {...opener} />
        )}
      >
        <OwnerMenu owner={owner} acknowledgeKey={acknowledgeKey} />
      </Popover>
    </fieldset>
  );
}

/** How long someone has had something, or has not acknowledged it. */
function ageText({ kind, age }: Exclude<Owner["face"], { kind: "nobody" }>): string {
  if (kind !== "wait") return age;
  return age === "now" ? "waiting" : `waiting ${age}`;
}

function Initials({ text, kind }: { text: string; kind: "wait" | "other" | "mine" }) {
  return (
    <span className={classes(styles.initials, styles[`${kind}Initials`])} aria-hidden>
      {text}
    </span>
  );
}

type OwnerMenuProps = { owner: Owner; acknowledgeKey: string | undefined };

/** The people to assign something to, and what else can be done with it. */
function OwnerMenu({ owner, acknowledgeKey }: OwnerMenuProps) {
  const { face, people, meId, isBusy } = owner;
  const items = people?.map(({ id, name, email, open }) => {
    const label = name === "" ? email : name;
    const icon = <Initials text={initialsOf(label)} kind={id === meId ? "mine" : "other"} />;
    return { id: String(id), label, about: `${id === meId ? "you · " : ""}${open} open`, icon };
  });
  const handleAssign = (id: string) => owner.assign(Number(id), items?.find((person) => person.id === id)?.label ?? "");
  return (
    <PickerList
      label="People"
      searchLabel="Assign to"
      items={items}
      type="button"
      isBusy={isBusy}
      onChoose={handleAssign}
    >
      {face.kind !== "mine" && (
        <PickerAct icon={IconUserCheck} isBusy={isBusy} onPress={owner.acknowledge}>
          Acknowledge for myself
          {face.kind === "nobody" && acknowledgeKey !== undefined && <ItemShortcut letter={acknowledgeKey} />}
        </PickerAct>
      )}
      {face.kind === "mine" && (
        <PickerAct icon={IconClockPlus} isBusy={isBusy} onPress={owner.prolong}>
          Keep for 24 hours more
        </PickerAct>
      )}
      {face.kind !== "nobody" && (
        <PickerAct icon={face.kind === "mine" ? IconArrowBackUp : IconUserOff} isBusy={isBusy} onPress={owner.release}>
          Release
        </PickerAct>
      )}
    </PickerList>
  );
}

/** Says that someone else was faster, and offers to take over from them. Also says that it was too late. */
export function OwnerCollision({ owner }: { owner: Owner }) {
  const { collision, face } = owner;
  if (collision === null) return null;
  const isOthers = face.kind === "other" || (face.kind === "wait" && face.name !== "You");
  return (
    <div className={styles.collision}>
      <Notice tone="warning" icon={IconUserCheck}>
        <b>{collision}</b>
        {isOthers
          ? ` You changed nothing. Talk to each other, or take it over; ${face.name} is notified.`
          : " You changed nothing."}
      </Notice>
      <div className={styles.choices}>
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
