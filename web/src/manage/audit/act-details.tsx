import { useState } from "react";
import { changedFields, type AuditAct, type AuditEntry, type FieldChange } from "@groundcrew/shared/audit";
import { readAgent } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconCopy } from "@tabler/icons-react";
import { Loaded } from "../../kit/index.ts";
import { copyText, countText, wholeNumber } from "../../lib/index.ts";
import { useOrganizationNames } from "../organizations/index.ts";
import { Button, IconButton, toast, ValueChange } from "../../ui/index.ts";
import styles from "./audit.module.css";
import { fieldLabel } from "./action-texts.ts";
import { valueText } from "./field-texts.ts";
import { OneTarget } from "./target-link.tsx";
import { useAct } from "./use-audit.ts";

type DetailsProps = { act: AuditAct; user: SessionUser };

/** The changes of an entry, and its request. */
export function ActDetails({ act, user }: DetailsProps) {
  return (
    <div className={`pl-3 ${styles.changeDetails}`}>
      <Loaded query={useAct(act)} content="the entries">
        {(loaded) =>
          act.entries > 1 ? (
            <ManyEntries act={loaded.act} entries={loaded.entries} user={user} />
          ) : (
            <OneEntry act={act} entry={loaded.entries[0]} user={user} />
          )
        }
      </Loaded>
    </div>
  );
}

function OneEntry({ act, entry, user }: DetailsProps & { entry: AuditEntry | undefined }) {
  const { changed, unchanged } = changesOf(entry, act);
  return (
    <>
      {changed.length > 0 && (
        <Changes user={user} head={["Field", "Before", "After"]} rows={changed.map((change) => ({ change }))} />
      )}
      <p className={styles.request}>
        {unchanged > 0 && `${countText(unchanged, "field")} unchanged. `}
        <Request act={act} />
      </p>
    </>
  );
}

/** Entries of an act that are shown before all of them are. */
const SHOWN_FIRST = 20;

function ManyEntries({ act, entries, user }: DetailsProps & { entries: readonly AuditEntry[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? entries : entries.slice(0, SHOWN_FIRST);
  const rows = shown.flatMap((entry): Row[] => {
    const { changed } = changesOf(entry, act);
    return changed.length > 0 ? changed.map((change) => ({ entry, change })) : [{ entry, change: null }];
  });
  const hidden = entries.length - shown.length;
  const missing = act.entries - entries.length;
  return (
    <>
      <p className={styles.head}>
        <span>One request</span>
        <Request act={act} />
        <span>{`${countText(act.entries, "change")} in one transaction, all or nothing`}</span>
      </p>
      <Changes user={user} head={["What", "Field", "Before", "After"]} rows={rows} />
      {hidden > 0 && (
        <p className={styles.more}>
          {`${hidden} more of the same kind`}
          <Button tone="quiet" onClick={() => setShowsAll(true)}>
            Show All
          </Button>
        </p>
      )}
      {showsAll && missing > 0 && <p className={styles.more}>{`${wholeNumber(missing)} more are in the CSV file.`}</p>}
    </>
  );
}

/** The id of a request, and the program that sent it. */
function Request({ act: { request, agent } }: { act: AuditAct }) {
  async function handleCopy() {
    if (await copyText(request)) toast("success", "Copied the request's id to clipboard");
    else toast("danger", `This browser does not allow copying here. The id is ${request}`);
  }

  return (
    <span className={`inline-row wrap ${styles.id}`}>
      Request <code className="mono anywhere">{request}</code>
      <IconButton tone="quiet" icon={IconCopy} label="Copy the request's id" onClick={() => void handleCopy()} />
      {agent !== null && <span title={agent}>{readAgent(agent).name}</span>}
    </span>
  );
}

/** Parts of what is recorded for a refused call that the row shows already. */
const SHOWN_IN_ROW = new Set(["status", "not_written"]);

function changesOf(entry: AuditEntry | undefined, { refused }: AuditAct) {
  const { changed, unchanged } = changedFields(entry?.before ?? null, entry?.after ?? null);
  const shown = refused ? changed.filter(({ path }) => !SHOWN_IN_ROW.has(path[0] ?? "")) : changed;
  return { changed: shown, unchanged };
}

/** A changed field. With several entries, of which one; null if it has no values. */
type Row = { entry?: AuditEntry; change: FieldChange | null };

type ChangesProps = { user: SessionUser; head: readonly string[]; rows: readonly Row[] };

function Changes({ user, head, rows }: ChangesProps) {
  const organizations = useOrganizationNames(user);
  return (
    <div className={`rounded bordered relative ${styles.frame}`}>
      <table className={`full-width ${styles.table}`}>
        <thead className="visually-hidden-small">
          <tr>
            {head.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ entry, change }) => (
            <tr key={`${entry?.id} ${change?.path.join(".")}`}>
              {entry && (
                <td>
                  <OneTarget target={entry.target} user={user} />
                </td>
              )}
              <th scope="row">{change ? fieldLabel(change.path) : "–"}</th>
              <td>{change && <ValueChange from={valueText(change, change.before, organizations)} />}</td>
              <td>{change && <ValueChange to={valueText(change, change.after, organizations)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
