import { memo, useState } from "react";
import { ageMs } from "@groundcrew/shared/lib";
import { supportLogStatusLabel, type SupportLogEntry, type SupportLogReply } from "@groundcrew/shared/support-log";
import { IconAlertTriangle, IconArrowBackUp, IconLock, IconPaperclip, IconWorld } from "@tabler/icons-react";
import { useServerText } from "../data/clock/index.ts";
import { agoText, countText, exactMoment, momentText } from "../lib/index.ts";
import { AlsoViewing, OwnerCollision, OwnerControl, useOwner, type IncidentOwners } from "../ownership/index.ts";
import { buttonClass, classes, HoldButton, Icon, PlainLink } from "../ui/index.ts";
import { StatusBadge, TagBadge } from "./badges.tsx";
import { AttachDialog, EntryErrorsDialog } from "./entry-errors.tsx";
import { EntryForm } from "./entry-form.tsx";
import styles from "./station-log.module.css";
import { isOpenIncident } from "./log-entries.ts";
import { AlertList, StatusChanges } from "./incident-history.tsx";
import { StatusControl } from "./status-control.tsx";
import { useVisibility } from "./use-log-changes.ts";

type EntryViewProps = {
  entry: SupportLogEntry;
  owners: IncidentOwners;
  /** The id of the entry or reply in the address. */
  target: number | null;
};

type OpenPart = "attach" | "errors" | "reply";

/** An entry of the support log with its replies and actions. */
export const EntryView = memo(function EntryView({ entry, owners, target }: EntryViewProps) {
  const [open, setOpen] = useState<OpenPart | null>(null);
  const close = () => setOpen(null);
  return (
    <article
      className={classes("p-2h-3 small border-below inner-focus", styles.entry, target === entry.id && styles.target)}
      {...anchorProps(entry)}
    >
      <div className="gap-1-2 row wrap mb-2">
        <StatusControl entry={entry} />
        <Byline entry={entry} />
        {isOpenIncident(entry) && <IncidentOwner entry={entry.id} owners={owners} />}
        <div className={`flex gap-1 push-right no-print ${styles.tools}`}>
          <VisibilityButton entry={entry} />
          <button
            type="button"
            className={classes(buttonClass("quiet"), styles.tool)}
            onClick={() => setOpen("attach")}
          >
            <Icon icon={IconPaperclip} size="s" />
            Attach errors
          </button>
          <button
            type="button"
            className={classes(buttonClass("quiet"), styles.tool)}
            aria-expanded={open === "reply"}
            onClick={() => setOpen(open === "reply" ? null : "reply")}
          >
            <Icon icon={IconArrowBackUp} size="s" />
            Reply
          </button>
        </div>
      </div>
      <Content entry={entry} onErrors={() => setOpen("errors")} />
      <AlertList alerts={entry.alerts} />
      <StatusChanges changes={entry.status_changes} />
      {entry.children.map((reply) => (
        <Reply key={reply.id} reply={reply} isTarget={target === reply.id} />
      ))}
      {open === "reply" && (
        <div className={`pl-3 ${styles.reply}`}>
          <EntryForm station={entry.station_name} replyTo={entry} onSaved={close} />
        </div>
      )}
      {open === "attach" && <AttachDialog entry={entry} onClose={close} />}
      {open === "errors" && <EntryErrorsDialog entry={entry} onClose={close} />}
    </article>
  );
});

/** Who has an open incident. */
function IncidentOwner({ entry, owners: { find, assignees } }: { entry: number; owners: IncidentOwners }) {
  const owner = useOwner({ kind: "incident", subject: String(entry) }, { ownership: find(entry), assignees });
  return (
    <>
      <div className={`max-full gap-1-2 row wrap push-right justify-end ${styles.ownership}`}>
        <AlsoViewing kind="incident" subject={String(entry)} />
        <div className={`max-full ${styles.owner}`}>
          <OwnerControl owner={owner} name={`incident #${entry}`} />
        </div>
      </div>
      <div className={`own-line ${styles.collision}`}>
        <OwnerCollision owner={owner} />
      </div>
    </>
  );
}

type ReplyProps = { reply: SupportLogReply; isTarget: boolean };

function Reply({ reply, isTarget }: ReplyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <article className={classes("pl-3", styles.reply, isTarget && styles.target)} {...anchorProps(reply)}>
      <div className="gap-1-2 row wrap mb-2">
        <StatusBadge status={reply.status} />
        <Byline entry={reply} />
        <div className={`flex gap-1 push-right no-print ${styles.tools}`}>
          <VisibilityButton entry={reply} />
        </div>
      </div>
      <Content entry={reply} onErrors={() => setOpen(true)} />
      {isOpen && <EntryErrorsDialog entry={reply} onClose={() => setOpen(false)} />}
    </article>
  );
}

/** The id and label of an entry's element, which links scroll to. */
function anchorProps({ id, status, author }: SupportLogReply) {
  return { id: `entry-${id}`, tabIndex: -1, "aria-label": `${supportLogStatusLabel(status)} by ${author}` };
}

/** The author and the time, which links to the entry. */
function Byline({ entry: { id, author, created } }: { entry: SupportLogReply }) {
  const age = useServerText((now) => agoText(ageMs(created, now) ?? 0));
  return (
    <>
      <b className={`truncate strong ${styles.author}`} title={author}>
        {author}
      </b>
      <PlainLink
        href={`/supportlog/entries#${id}`}
        className={`inline-row nowrap size-caption muted ${styles.age}`}
        title={`${exactMoment(created)}: link to this entry`}
      >
        {`${momentText(created)} · ${age}`}
      </PlainLink>
    </>
  );
}

type ContentProps = { entry: SupportLogReply; onErrors: () => void };

/** The text of an entry or reply with its tags, and the number of errors attached to it. */
function Content({ entry: { content, tags, attached_errors: errors }, onErrors }: ContentProps) {
  return (
    <>
      <p className="pre-wrap anywhere">{content}</p>
      {(tags.length > 0 || errors.length > 0) && (
        <div className="mt-1h row wrap gap-1h">
          {tags.map((tag) => (
            <TagBadge key={tag.id} tag={tag} />
          ))}
          {errors.length > 0 && (
            <button
              type="button"
              className={`inline-row gap-1 accent bare underlined ${styles.attached}`}
              onClick={onErrors}
            >
              <Icon icon={IconAlertTriangle} size="s" />
              {`${countText(errors.length, "error")} attached`}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** Shows whether an entry is public. Holding the button for two seconds changes that. */
function VisibilityButton({ entry }: { entry: Pick<SupportLogReply, "id" | "station_name" | "public"> }) {
  const { mutate, isPending, pending } = useVisibility(entry);
  const isPublic = pending ?? entry.public;
  return (
    <HoldButton
      label={isPublic ? "Public" : "Private"}
      icon={isPublic ? IconWorld : IconLock}
      hint={`hold for 2 seconds to make it ${isPublic ? "private" : "public"}`}
      isOn={isPublic}
      busy={isPending}
      onHeld={() => mutate(!isPublic)}
    />
  );
}
