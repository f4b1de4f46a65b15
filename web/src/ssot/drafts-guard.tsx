import { unsavedQuestion } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { stationTypeIcons, titleOf } from "../station/index.ts";
import { Notice, UnsavedGuard } from "../ui/index.ts";
import type { Drafts } from "./drafts.ts";
import type { EntryKind } from "./entry-kinds.ts";
import styles from "./ssot-page.module.css";
import { useUnsaved } from "./use-drafts.ts";

type DraftsGuardProps = {
  kind: EntryKind;
  drafts: Drafts;
  /** All stations known, and those in the table. */
  stations: ReadonlyMap<string, Station> | undefined;
  shown: readonly Station[] | undefined;
};

/** Asks before unsaved changes are left behind, and says where some are that the table does not show. */
export function DraftsGuard({ kind, drafts, stations, shown }: DraftsGuardProps) {
  const unsaved = useUnsaved(drafts);
  const inView = new Set(unsaved.length > 0 ? shown?.map(({ name }) => name) : []);
  const elsewhere = shown === undefined ? [] : unsaved.filter((name) => !inView.has(name));
  return (
    <>
      <UnsavedGuard
        isUnsaved={unsaved.length > 0}
        sentence={unsaved.map((name) => unsavedQuestion(kind, name)).join("\n")}
        onLeave={drafts.discard}
      />
      {elsewhere.length > 0 && (
        <div className={styles.notice}>
          <Notice tone="warning">
            {`Stations hidden by these filters have unsaved changes: ${elsewhere.map((name) => placeOf(name, stations)).join(", ")}.`}
          </Notice>
        </div>
      )}
    </>
  );
}

function placeOf(name: string, stations: DraftsGuardProps["stations"]): string {
  const station = stations?.get(name);
  return station ? `${titleOf(station)} (${stationTypeIcons[station.station_type].label})` : name;
}
