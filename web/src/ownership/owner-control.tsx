import { useState } from "react";
import {
  IconArrowBackUp,
  IconChevronDown,
  IconClockPlus,
  IconSearch,
  IconUserCheck,
  IconUserOff,
} from "@tabler/icons-react";
import { Button, classes, Icon, IconPopover, Notice, type ClosesPopover } from "../ui/index.ts";
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
      <IconPopover icon={IconChevronDown} label={`Assign ${name}`} className={styles.more}>
        {(closes) => <OwnerMenu owner={owner} closes={closes} acknowledgeKey={acknowledgeKey} />}
      </IconPopover>
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

type OwnerMenuProps = { owner: Owner; closes: ClosesPopover; acknowledgeKey: string | undefined };

/** The people to assign something to, and what else can be done with it. */
function OwnerMenu({ owner, closes, acknowledgeKey }: OwnerMenuProps) {
  const { face, people, meId, isBusy } = owner;
  const [search, setSearch] = useState("");
  const found = people?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(search.toLowerCase()));
  return (
    <div className={styles.menu}>
      <div className={styles.search}>
        <Icon icon={IconSearch} />
        <input
          type="search"
          placeholder="Assign to…"
          aria-label="Assign to"
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {found?.map(({ id, name, email, open }) => (
        <button
          key={id}
          type="button"
          className={styles.item}
          disabled={isBusy}
          {...closes}
          onClick={() => owner.assign(id, name === "" ? email : name)}
        >
          <Initials text={initialsOf(name === "" ? email : name)} kind={id === meId ? "mine" : "other"} />
          <span className={styles.name}>{name === "" ? email : name}</span>{" "}
          <span className={styles.age}>{`${id === meId ? "you · " : ""}${open} open`}</span>
        </button>
      ))}
      {found?.length === 0 && <p className={styles.none}>No person matches</p>}
      <hr className={styles.line} />
      {face.kind !== "mine" && (
        <button type="button" className={styles.item} disabled={isBusy} {...closes} onClick={owner.acknowledge}>
          <Icon icon={IconUserCheck} />
          Acknowledge for myself
          {face.kind === "nobody" && acknowledgeKey !== undefined && <kbd className={styles.key}>{acknowledgeKey}</kbd>}
        </button>
      )}
      {face.kind === "mine" && (
        <button type="button" className={styles.item} disabled={isBusy} {...closes} onClick={owner.prolong}>
          <Icon icon={IconClockPlus} />
          Keep for 24 hours more
        </button>
      )}
      {face.kind !== "nobody" && (
        <button type="button" className={styles.item} disabled={isBusy} {...closes} onClick={owner.release}>
          <Icon icon={face.kind === "mine" ? IconArrowBackUp : IconUserOff} />
          Release
        </button>
      )}
    </div>
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
