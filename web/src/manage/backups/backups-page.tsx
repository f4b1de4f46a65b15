import { listBackups, type Backup, type BackupOverview } from "@groundcrew/shared/backups";
import { IconDatabaseOff } from "@tabler/icons-react";
import { countText, momentText } from "../../lib/index.ts";
import { ListCard, Time, Age } from "../../kit/index.ts";
import { Cell, Empty, Notice, Table } from "../../ui/index.ts";
import { scheduleText, sizeText } from "./backup-texts.ts";
import "../../later.css";
import { useServerData } from "../../data/index.ts";

const TITLE = "Backups";
const HEAD = [{ label: "Taken" }, { label: "Result" }, { label: "Made By" }, { label: "File" }] as const;

/** The last backups of the installation, and when the next one is due. For admins. */
export function BackupsPage() {
  const query = useServerData(listBackups, {});
  return (
    <ListCard
      title={TITLE}
      description="Backups of database, images and key, with those that failed, newest first. A file may have been moved or deleted since."
      content="the backups"
      query={query}
    >
      {(all) => (
        <>
          <Schedule {...all} />
          {all.backups.length === 0 ? (
            <Empty icon={IconDatabaseOff} sentence="No backups yet" />
          ) : (
            <BackupTable backups={all.backups} />
          )}
        </>
      )}
    </ListCard>
  );
}

function Schedule({ schedule, next, backups }: BackupOverview) {
  if (schedule === null || next === null) {
    return (
      <Notice className="mb-3" tone="warning">
        The server makes no backups by itself. Set BACKUP_DIR, or run the backup command regularly.
      </Notice>
    );
  }
  const hasFailed = (backups.find(({ is_scheduled }) => is_scheduled)?.failure ?? null) !== null;
  const encrypted = schedule.is_encrypted ? "encrypted" : "not encrypted: set BACKUP_PASSPHRASE to encrypt them";
  return (
    <Notice className="mb-3" tone={hasFailed ? "danger" : "info"}>
      {`${hasFailed ? "The last backup failed. " : ""}${scheduleText(schedule)}, in ${schedule.folder}. The newest ${countText(schedule.keep, "backup")} are kept, ${encrypted}. The next one is due at ${momentText(next)}.`}
    </Notice>
  );
}

function BackupTable({ backups }: { backups: readonly Backup[] }) {
  return (
    <Table label={TITLE} head={HEAD} stacks>
      {backups.map(({ taken, finished, bytes, failure, is_scheduled, file }) => (
        <tr key={`${finished} ${file}`}>
          <Cell>
            <Time at={taken} /> (<Age since={taken} />)
          </Cell>
          <Cell label="Result">
            {failure === null ? (
              `Complete, ${sizeText(bytes ?? 0)}`
            ) : (
              <span className="block normal-space">{`Failed: ${failure}`}</span>
            )}
          </Cell>
          <Cell label="Made By">{is_scheduled ? "Schedule" : "Command"}</Cell>
          <Cell label="File">
            <code className="code">{file}</code>
          </Cell>
        </tr>
      ))}
    </Table>
  );
}
