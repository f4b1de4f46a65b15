import { IconMapPin } from "@tabler/icons-react";
import { useMemo } from "react";
import { compareText } from "@groundcrew/shared/lib";
import { NO_SITE, type Places, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { type Choice, PickerChips, type ViewInAddress } from "../kit/index.ts";
import { Button, PopoverButton } from "../ui/index.ts";

/** The sites and tags of stations to choose from. */
type PlaceChoices = { sites: readonly Choice[]; tags: readonly Choice[] };

type PlacesMenuProps = {
  /** Whether any station has a site or a tag. */
  isUsed: boolean;
  /** Called when the menu is open: there may be thousands of stations. */
  places: () => PlaceChoices;
  view: ViewInAddress<ViewSettings>;
};

const ANYWHERE: Places = { site: [], tags: [], tagsNot: [] };

/** The filter of the stations list by sites and tags; nothing while no station has any. */
export function PlacesMenu({ isUsed, places, view }: PlacesMenuProps) {
  const { site, tags, tagsNot } = view.view;
  const count = site.length + tags.length + tagsNot.length;
  if (!isUsed && count === 0) return null;
  return (
    <PopoverButton name="Sites & Tags" icon={IconMapPin} {...(count > 0 && { badge: String(count) })}>
      <PlacesFilter {...{ places, view, count }} />
    </PopoverButton>
  );
}

function PlacesFilter({ places, view, count }: Omit<PlacesMenuProps, "isUsed"> & { count: number }) {
  const { sites, tags } = useMemo(() => places(), [places]);
  return (
    <div className="column gap-3 p-3">
      <PickerChips label="Sites" action="At a site" items={[...sites, NONE]} {...view.on("site")} />
      <PickerChips label="With one of these tags" action="With a tag" items={tags} {...view.on("tags")} />
      <PickerChips label="With none of these tags" action="Without a tag" items={tags} {...view.on("tagsNot")} />
      <Button disabled={count === 0} onClick={() => view.change(ANYWHERE)}>
        Clear
      </Button>
    </div>
  );
}

const NONE: Choice = { id: NO_SITE, label: "No site" };

export function isAnyPlaced(stations: Iterable<Station>): boolean {
  for (const { site_id, tags } of stations) if (site_id !== undefined || tags !== undefined) return true;
  return false;
}

/** The sites and tags that stations have, by name. */
export function placesOf(stations: Iterable<Station>): PlaceChoices {
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
    sites: [...sites.values()].toSorted(byLabel),
    tags: [...tags].toSorted().map((name) => ({ id: name, label: name })),
  };
}
