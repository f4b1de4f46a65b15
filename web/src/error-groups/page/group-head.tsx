import { plainPattern } from "@groundcrew/shared/station-errors";
import { useState } from "react";
import type { ErrorGroupDetails } from "@groundcrew/shared/error-groups";
import { IconArchive, IconArchiveOff, IconCircleCheck, IconDots, IconGitMerge } from "@tabler/icons-react";
import { BackLink, PageHead, PickerAct } from "../../kit/index.ts";
import { AlsoViewing, OwnerCollision, OwnerControl, useAssignees, useOwner } from "../../ownership/index.ts";
import { Button, IconButton, Popover, usePageKeys } from "../../ui/index.ts";
import { ArchiveGroupsDialog, MergeByNumberDialog, ResolveGroupsDialog, useUnarchive } from "../acts/index.ts";
import { firmwareText, stateNote, stationTypeText } from "../group-texts.ts";
import { GroupTitle } from "../group-title.tsx";
import { StatePill } from "../state-pill.tsx";
import styles from "../groups.module.css";

export function ToGroups() {
  return <BackLink to="/supportlog/triage/groups" label="Back to Groups" />;
}

type HeadProps = { group: ErrorGroupDetails; now: number };

/** The title, owner and actions of a group. */
export function GroupHead({ group, now }: HeadProps) {
  const { id, title, state } = group;
  const owner = useOwner({ kind: "group", subject: String(id) }, { ownership: group.owner, assignees: useAssignees() });
  const isClosed = state === "resolved" || group.merged_into !== null;
  return (
    <>
      <PageHead
        name={`Group ${id}`}
        title={<GroupTitle title={title} />}
        fullTitle={plainPattern(title)}
        subtitle={<About group={group} now={now} />}
        back={<ToGroups />}
        actions={
          group.merged_into === null && (
            <>
              {!isClosed && (
                <div className={`full-width-tiny ${styles.owner}`}>
                  <OwnerControl owner={owner} name={`Group ${id}`} acknowledgeKey="A" />
                </div>
              )}
              <Acts group={group} onAcknowledge={owner.shown.kind === "unassigned" ? owner.acknowledge : null} />
            </>
          )
        }
      />
      <OwnerCollision owner={owner} />
    </>
  );
}

function About({ group, now }: HeadProps) {
  const { id, job_type, station_type } = group;
  const firmware = firmwareText(group.firmware);
  const about = [stationTypeText(station_type), `Group ${id}`, stateNote(group, now)];
  return (
    <div className="gap-1-2 row wrap size-small soft mt-2">
      <StatePill group={group} />
      {job_type !== null && <span className={`tint ${styles.job}`}>{job_type}</span>}
      <span>{about.filter((text) => text !== null).join(" · ")}</span>
      {firmware !== null && <span className={`tint-accent ${styles.firmware}`}>{firmware}</span>}
      <AlsoViewing kind="group" subject={String(id)} />
    </div>
  );
}

type OpenDialog = "resolve" | "archive" | "merge";

type ActsProps = {
  group: ErrorGroupDetails;
  /** Null while the group has an owner. */
  onAcknowledge: (() => void) | null;
};

function Acts({ group, onAcknowledge }: ActsProps) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const isResolved = group.state === "resolved";
  // As in the list.
  usePageKeys({
    a: isResolved ? null : onAcknowledge,
    e: isResolved ? null : () => setOpen("resolve"),
    g: () => setOpen("merge"),
  });
  const unarchive = useUnarchive(() => undefined);
  const dialog = { groups: [group], onDone: () => undefined, onClose: () => setOpen(null) };
  return (
    <>
      {!isResolved && (
        <Button tone="main" icon={IconCircleCheck} onClick={() => setOpen("resolve")}>
          Resolve All…
        </Button>
      )}
      {group.state === "archived" && (
        <Button icon={IconArchiveOff} busy={unarchive.isPending} onClick={() => unarchive.mutate([group])}>
          Unarchive
        </Button>
      )}
      {group.state !== "archived" && !isResolved && (
        <Button icon={IconArchive} onClick={() => setOpen("archive")}>
          Archive…
        </Button>
      )}
      <Popover
        label="More actions"
        renderOpener={(opener) => <IconButton icon={IconDots} label="More actions" {...opener} />}
      >
        <PickerAct icon={IconGitMerge} data-autofocus onPress={() => setOpen("merge")}>
          Merge with a group by number…
        </PickerAct>
      </Popover>
      {open === "resolve" && <ResolveGroupsDialog {...dialog} />}
      {open === "archive" && <ArchiveGroupsDialog {...dialog} />}
      {open === "merge" && <MergeByNumberDialog group={group} onClose={dialog.onClose} />}
    </>
  );
}
