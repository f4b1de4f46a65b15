import { useState } from "react";
import { bulkPlace } from "@groundcrew/shared/bulk-acts";
import { canPlace, PLACED_STATIONS_MAX, type Placement } from "@groundcrew/shared/sites";
import { call } from "../../data/api/index.ts";
import { listText, useUnsafeToReload } from "../../lib/index.ts";
import { type ChosenTags, SiteField, TagFields, useSiteName } from "../../sites/index.ts";
import { stationTitle } from "../../station/index.ts";
import { bulkIcons } from "../icons.ts";
import { ActFrame, Change } from "../act-frame.tsx";
import { namesOf, useBegin, type ActDialogProps } from "../use-begin.ts";

type PlacementOfAll = Omit<Placement, "stations">;

/** The form: the site's number, empty for none, and which tags all stations get or lose. Undefined is as it was. */
type Entered = { site: string | undefined; tags: ChosenTags };
const NOTHING: Entered = { site: undefined, tags: new Map() };

/** Changes the site and the tags of stations. */
export function PlaceDialog({ user, stations, ...props }: ActDialogProps) {
  const [entered, setEntered] = useState<Entered>(NOTHING);
  const changed = [...(entered.site === undefined ? [] : ["site"]), ...entered.tags.keys()];
  useUnsafeToReload(changed.length > 0);
  const placement = placementOf(entered);
  const write = useBegin({
    ...props,
    lockName: (entries: PlacementOfAll) => JSON.stringify(entries),
    run: (entries, once) => call(bulkPlace, { body: { stations: namesOf(stations), ...entries } }, once),
  });
  const own = stations.filter((station) => canPlace(user, station));
  const [only] = stations.length === 1 ? stations : [];
  return (
    <ActFrame
      act={changed.length === 0 ? null : { kind: "place", user, placement }}
      max={PLACED_STATIONS_MAX}
      title={only ? `Site and Tags of ${stationTitle(only)}` : "Site and Tags"}
      icon={bulkIcons.place}
      action={(count) => `Change ${count}`}
      change={<Changes {...placement} />}
      form={{ changed, reset: () => setEntered(NOTHING) }}
      onSubmit={() => write.mutate(placement)}
      onClose={props.onClose}
      {...{ stations, write }}
    >
      <SiteField
        stations={own}
        value={entered.site}
        onChange={(site) => setEntered((before) => ({ ...before, site }))}
      />
      <TagFields
        user={user}
        stations={own}
        chosen={entered.tags}
        onChange={(tags) => setEntered((before) => ({ ...before, tags }))}
      />
    </ActFrame>
  );
}

function placementOf({ site, tags }: Entered): PlacementOfAll {
  const namesIn = (isOn: boolean) => [...tags].flatMap(([name, value]) => (value === isOn ? [name] : []));
  return {
    ...(site !== undefined && { site_id: site === "" ? null : Number(site) }),
    add_tags: namesIn(true),
    remove_tags: namesIn(false),
  };
}

/** The changes at stations: `Site → Doca 1, tags: with beta, without coastal`. */
function Changes({ site_id: siteId, add_tags: added, remove_tags: removed }: PlacementOfAll) {
  const site = useSiteName(siteId);
  const tags = [
    ...(added.length === 0 ? [] : [`with ${listText(added)}`]),
    ...(removed.length === 0 ? [] : [`without ${listText(removed)}`]),
  ];
  return (
    <>
      {siteId !== undefined && <Change what="Site" to={site ?? "…"} />}
      {siteId !== undefined && tags.length > 0 && ", "}
      {tags.length > 0 && `tags: ${tags.join(", ")}`}
    </>
  );
}
