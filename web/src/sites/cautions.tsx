import type { Station } from "@groundcrew/shared/stations";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Names } from "../kit/index.ts";
import { stationTitle } from "../station/index.ts";
import { Notice } from "../ui/index.ts";
import { TagPill } from "./tag-pill.tsx";

type Cautioned = Pick<Station, "name" | "serial_number" | "description" | "cautions">;

/** The caution tags of a station in a row. */
export function RowCautions({ cautions }: { cautions: readonly string[] }) {
  return cautions.map((name) => <TagPill key={name} name={name} isCaution />);
}

/** In a dialog that does something with stations: which of them have caution tags. */
export function CautionNotice({ stations }: { stations: readonly Cautioned[] }) {
  const cautioned = stations.filter(({ cautions }) => cautions !== undefined);
  if (cautioned.length === 0) return null;
  const byTag = new Map<string, string[]>();
  for (const station of cautioned) {
    for (const tag of station.cautions ?? []) byTag.set(tag, [...(byTag.get(tag) ?? []), stationTitle(station)]);
  }
  return (
    <Notice tone="warning" icon={IconAlertTriangle}>
      {[...byTag].map(([tag, titles]) => (
        <div key={tag}>
          {`Tagged ${tag}: `}
          <Names names={titles} />
        </div>
      ))}
    </Notice>
  );
}
