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
  /** All known stations, and those visible in the table. */
  stations: ReadonlyMap<string, Station> | undefined;
  visible: readonly Station[] | undefined;
};

/** Asks before unsaved changes are lost, and warns about unsaved changes in stations that the table does not show. */
export function DraftsGuard({ kind, drafts, stations, visible }: DraftsGuardProps) {
  const unsaved = useUnsaved(drafts);
  const visibleNames = new Set(unsaved.length > 0 ? visible?.map(({ name }) => name) : []);
  const hidden = visible === undefined ? [] : unsaved.filter((name) => !visibleNames.has(name));
  return (
    <>
      <UnsavedGuard
        isUnsaved={unsaved.length > 0}
        sentence={unsaved.map((name) => unsavedQuestion(kind, name)).join("\n")}
        onLeave={drafts.discard}
      />
      {hidden.length > 0 && (
        <div className={styles.notice}>
          <Notice tone="warning">
            {`Stations hidden by these filters have unsaved changes: ${hidden.map((name) => stationLabel(name, stations)).join(", ")}.`}
          </Notice>
        </div>
      )}
    </>
  );
}

function stationLabel(name: string, stations: DraftsGuardProps["stations"]): string {
  const station = stations?.get(name);
  return station ? `${titleOf(station)} (${stationTypeIcons[station.station_type].label})` : name;
}
