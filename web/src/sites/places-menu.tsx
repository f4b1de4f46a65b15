import { IconMapPin } from "@tabler/icons-react";
import { compareText } from "@groundcrew/shared/lib";
import { NO_SITE, type Places, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { useMemo } from "react";
import type { Fleet } from "../data/fleet/index.ts";
import { type Choice, PickerChips, type ViewInAddress } from "../kit/index.ts";
import { Button, PopoverButton } from "../ui/index.ts";

type PlacesMenuProps = { fleet: Fleet; view: ViewInAddress<ViewSettings> };

const ANYWHERE: Places = { site: [], tags: [], tagsNot: [] };

/** The filter of the stations list by sites and tags; nothing while no station has any. */
export function PlacesMenu({ fleet, view }: PlacesMenuProps) {
  const { site, tags, tagsNot } = view.view;
  const count = site.length + tags.length + tagsNot.length;
  const { rows } = fleet.stations;
  const isUsed = useMemo(() => isAnyPlaced(rows.values()), [rows]);
  if (!isUsed && count === 0) return null;
  return (
    <PopoverButton name="Sites & Tags" icon={IconMapPin} {...(count > 0 && { badge: String(count) })}>
      <PlacesFilter stations={rows} view={view} count={count} />
    </PopoverButton>
  );
}

type PlacesFilterProps = Pick<PlacesMenuProps, "view"> & { stations: Fleet["stations"]["rows"]; count: number };

function PlacesFilter({ stations, view, count }: PlacesFilterProps) {
  const { sites, tags } = useMemo(() => placesOf(stations.values()), [stations]);
  return (
    <div className="column gap-3 p-3">
      <PickerChips label="Sites" action="At a site" items={sites} {...view.on("site")} />
      <PickerChips label="With one of these tags" action="With a tag" items={tags} {...view.on("tags")} />
      <PickerChips label="With none of these tags" action="Without a tag" items={tags} {...view.on("tagsNot")} />
      <Button disabled={count === 0} onClick={() => view.change(ANYWHERE)}>
        Clear
      </Button>
    </div>
  );
}

function isAnyPlaced(stations: Iterable<Station>): boolean {
  for (const { site_id, tags } of stations) if (site_id !== undefined || tags !== undefined) return true;
  return false;
}

/** The sites and tags that stations have, by name. */
function placesOf(stations: Iterable<Station>): { sites: Choice[]; tags: Choice[] } {
  const sites = new Map<string, Choice>();
  const tags = new Set<string>();
  for (const { site_id, site_name = "", tags: own = [], organization_name } of stations) {
    if (site_id !== undefined) {
      sites.set(String(site_id), { id: String(site_id), label: site_name, about: organization_name });
    }
    for (const tag of own) tags.add(tag);
  }
  const byLabel = (a: Choice, b: Choice) => compareText(a.label, b.label);
  return {
    sites: [...[...sites.values()].toSorted(byLabel), { id: NO_SITE, label: "No site" }],
    tags: [...tags].toSorted().map((name) => ({ id: name, label: name })),
  };
}
