import { memo, useState } from "react";
import { supportLogStatusLabels, type SupportLogEntry, type SupportLogReply } from "@groundcrew/shared/support-log";
import { IconAlertTriangle, IconArrowBackUp, IconPaperclip } from "@tabler/icons-react";
import { countText, exactMoment, momentText } from "../lib/index.ts";
import { buttonClass, classes, Icon } from "../ui/index.ts";
import { AlertList } from "./alert-list.tsx";
import { AttachDialog } from "./attach-dialog.tsx";
import { EntryErrorsDialog } from "./entry-errors-dialog.tsx";
import { EntryLink } from "./entry-link.tsx";
import { EntryForm } from "./entry-form.tsx";
import styles from "./entry-view.module.css";
import { StatusChanges } from "./status-changes.tsx";
import { StatusControl } from "./status-control.tsx";
import { StatusMark } from "./status-mark.tsx";
import { TagMark } from "./tag-mark.tsx";
import { useAge } from "./use-age.ts";
import { VisibilityButton } from "./visibility-button.tsx";

type EntryViewProps = {
  entry: SupportLogEntry;
  /** The id of the entry or reply in the address. */
  target: number | null;
};

type OpenPart = "attach" | "errors" | "reply";

/** An entry of the support log with its replies and actions. */
export const EntryView = memo(function EntryView({ entry, target }: EntryViewProps) {
  const [open, setOpen] = useState<OpenPart | null>(null);
  const close = () => setOpen(null);
  const count = entry.attached_errors.length;
  return (
    <article className={classes(styles.entry, target === entry.id && styles.target)} {...anchorProps(entry)}>
      <div className={styles.head}>
        <StatusControl entry={entry} />
        <Byline entry={entry} />
        <div className={styles.tools}>
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
      <p className={styles.content}>{entry.content}</p>
      {(entry.tags.length > 0 || count > 0) && (
        <div className={styles.marks}>
          {entry.tags.map((tag) => (
            <TagMark key={tag.id} tag={tag} />
          ))}
          {count > 0 && <AttachedErrors count={count} onOpen={() => setOpen("errors")} />}
        </div>
      )}
      <AlertList alerts={entry.alerts} />
      <StatusChanges changes={entry.status_changes} />
      {entry.children.map((reply) => (
        <Reply key={reply.id} reply={reply} isTarget={target === reply.id} />
      ))}
      {open === "reply" && (
        <div className={styles.reply}>
          <EntryForm station={entry.station_name} replyTo={entry} onSaved={close} />
        </div>
      )}
      {open === "attach" && <AttachDialog entry={entry} onClose={close} />}
      {open === "errors" && <EntryErrorsDialog entry={entry} onClose={close} />}
    </article>
  );
});

type ReplyProps = { reply: SupportLogReply; isTarget: boolean };

function Reply({ reply, isTarget }: ReplyProps) {
  const [isOpen, setOpen] = useState(false);
  const count = reply.attached_errors.length;
  return (
    <article className={classes(styles.reply, isTarget && styles.target)} {...anchorProps(reply)}>
      <div className={styles.head}>
        <StatusMark status={reply.status} />
        <Byline entry={reply} />
        <div className={styles.tools}>
          <VisibilityButton entry={reply} />
        </div>
      </div>
      <p className={styles.content}>{reply.content}</p>
      {(reply.tags.length > 0 || count > 0) && (
        <div className={styles.marks}>
          {reply.tags.map((tag) => (
            <TagMark key={tag.id} tag={tag} />
          ))}
          {count > 0 && <AttachedErrors count={count} onOpen={() => setOpen(true)} />}
        </div>
      )}
      {isOpen && <EntryErrorsDialog entry={reply} onClose={() => setOpen(false)} />}
    </article>
  );
}

/** The id and label of an entry's element, which links scroll to. */
function anchorProps({ id, status, author }: SupportLogReply) {
  return { id: `entry-${id}`, tabIndex: -1, "aria-label": `${supportLogStatusLabels[status]} by ${author}` };
}

/** The author and the time, which links to the entry. */
function Byline({ entry: { id, author, created } }: { entry: SupportLogReply }) {
  const age = useAge(created);
  return (
    <>
      <b className={styles.author} title={author}>
        {author}
      </b>
      <EntryLink entry={id} className={styles.age} title={`${exactMoment(created)}: link to this entry`}>
        {`${momentText(created)} · ${age}`}
      </EntryLink>
    </>
  );
}

function AttachedErrors({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <button type="button" className={styles.attached} onClick={onOpen}>
      <Icon icon={IconAlertTriangle} size="s" />
      {`${countText(count, "error")} attached`}
    </button>
  );
}
