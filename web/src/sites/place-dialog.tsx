import { listSites, listStationTags, placeStations, type Placement, type StationTag } from "@groundcrew/shared/sites";
import { metersBetween, pointOf, type Station } from "@groundcrew/shared/stations";
import { IconMapPin, IconTags } from "@tabler/icons-react";
import { useId, useState } from "react";
import { call, errorSentence, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import { Loaded, PickerField } from "../kit/index.ts";
import { countText, useUnsafeToReload } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { Button, Empty, FormDialog, Notice, toast } from "../ui/index.ts";
import { useSiteChoices } from "./choices.ts";
import styles from "./sites.module.css";
import { TagPill } from "./tag-pill.tsx";

type PlaceDialogProps = { stations: readonly Station[]; onClose: () => void };

/** What is entered: the site's number, empty for none, and which tags all stations get or lose. Undefined is as it was. */
type Entered = { site: string | undefined; tags: ReadonlyMap<string, boolean> };
const NOTHING: Entered = { site: undefined, tags: new Map() };

/** Changes the site and the tags of stations. */
export function PlaceDialog({ stations, onClose }: PlaceDialogProps) {
  const [entered, setEntered] = useState<Entered>(NOTHING);
  const changed = [...(entered.site === undefined ? [] : ["site"]), ...entered.tags.keys()];
  useUnsafeToReload(changed.length > 0);
  const save = useServerMutation({
    run: async (body: Placement) => (await call(placeStations, { body })).body,
    onSuccess({ changed: count }) {
      toast("success", `Changed ${countText(count, "station")}`);
      onClose();
    },
  });
  const [first] = stations;
  const what = stations.length === 1 && first ? stationTitle(first) : countText(stations.length, "station");
  return (
    <FormDialog
      title={`Site and Tags of ${what}`}
      subtitle={organizationsText(stations)}
      icon={IconTags}
      action={`Change ${stations.length === 1 ? "Station" : countText(stations.length, "Station")}`}
      closeLabel="Cancel"
      form={{ changed, reset: () => setEntered(NOTHING) }}
      isBusy={save.isPending}
      isBlocked={changed.length === 0}
      failure={save.error && errorSentence(save.error)}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(placementOf(stations, entered));
      }}
      onClose={onClose}
    >
      <SiteField
        stations={stations}
        value={entered.site}
        onChange={(site) => setEntered((before) => ({ ...before, site }))}
      />
      <TagFields
        stations={stations}
        chosen={entered.tags}
        onChange={(tags) => setEntered((before) => ({ ...before, tags }))}
      />
    </FormDialog>
  );
}

/** "Harbor Air 7, Meridian Energy 5". */
function organizationsText(stations: readonly Station[]): string {
  const counts = Map.groupBy(stations, ({ organization_name }) => organization_name);
  if (counts.size === 1) return [...counts.keys()].join();
  return [...counts].map(([name, own]) => `${name} ${own.length}`).join(", ");
}

function placementOf(stations: readonly Station[], { site, tags }: Entered): Placement {
  const namesOf = (isOn: boolean) => [...tags].flatMap(([name, value]) => (value === isOn ? [name] : []));
  return {
    stations: stations.map(({ name }) => name),
    ...(site !== undefined && { site_id: site === "" ? null : Number(site) }),
    add_tags: namesOf(true),
    remove_tags: namesOf(false),
  };
}

type SiteFieldProps = {
  stations: readonly Station[];
  value: string | undefined;
  onChange: (site: string | undefined) => void;
};

/** The site of stations of one organization; each organization has its own. */
function SiteField({ stations, value, onChange }: SiteFieldProps) {
  const [first, ...others] = stations;
  const items = useSiteChoices(first?.org_id);
  const near = useNearSite(stations);
  if (!first || others.some(({ org_id }) => org_id !== first.org_id)) return null;
  const isSame = others.every(({ site_id }) => site_id === first.site_id);
  const now = isSame ? (first.site_id === undefined ? "" : String(first.site_id)) : "";
  return (
    <>
      <PickerField
        label="Site"
        items={items}
        none={isSame || value !== undefined ? "No site" : "Several"}
        pickedLabel={first.site_name}
        value={value ?? now}
        onChange={(id) => onChange(isSame && id === now ? undefined : id)}
      />
      {near && value === undefined && first.site_id === undefined && (
        <Notice tone="info" icon={IconMapPin} action={<Button onClick={() => onChange(String(near.id))}>Use</Button>}>
          {`${near.m} m from ${near.name}`}
        </Notice>
      )}
    </>
  );
}

/** The nearest site of its organization that a station without one is in. */
function useNearSite(stations: readonly Station[]): { id: number; name: string; m: number } | undefined {
  const [only] = stations.length === 1 ? stations : [];
  const at = only && only.site_id === undefined ? pointOf(only) : null;
  const { data = [] } = useServerData(listSites, only && at ? { query: { org_id: only.org_id } } : null);
  const within = data.flatMap(({ id, name, lat, lng, radius_m: radius }) => {
    const m = at && lat !== null && lng !== null ? Math.round(metersBetween({ lat, lng }, at)) : Infinity;
    return m <= radius ? [{ id, name, m }] : [];
  });
  return within.toSorted((a, b) => a.m - b.m)[0];
}

type TagFieldsProps = {
  stations: readonly Station[];
  chosen: Entered["tags"];
  onChange: (tags: Entered["tags"]) => void;
};

/** The tags that stations can have: on all of them, some or none. */
function TagFields({ stations, chosen, onChange }: TagFieldsProps) {
  const query = useServerData(listStationTags, { query: {} });
  const organizations = new Set(stations.map(({ org_id }) => org_id));
  function set(name: string, isOn: boolean, count: number): void {
    const next = new Map(chosen);
    if (isOn ? count === stations.length : count === 0) next.delete(name);
    else next.set(name, isOn);
    onChange(next);
  }
  return (
    <fieldset className="column gap-2 m-0 p-0 no-border">
      <legend className="label mb-2">Tags</legend>
      <Loaded query={query} content="tags" empty={<Empty icon={IconTags} sentence="No tags yet" />}>
        {(tags) => (
          <ul className={`m-0 p-0 panel ${styles.tags}`}>
            {usableTags(tags, organizations).map(({ name, meaning }) => {
              const count = stations.filter((station) => station.tags?.includes(name)).length;
              return (
                <TagField
                  key={name}
                  name={name}
                  isCaution={meaning === "caution"}
                  isOn={chosen.get(name)}
                  count={count}
                  total={stations.length}
                  onChange={(isOn) => set(name, isOn, count)}
                />
              );
            })}
          </ul>
        )}
      </Loaded>
    </fieldset>
  );
}

/** Tags of the stations' organizations, and those for any station, once each. Others are of no use here. */
function usableTags(tags: readonly StationTag[], organizations: ReadonlySet<number>): StationTag[] {
  const usable = tags.filter(({ org_id, is_staff }) => is_staff || organizations.has(org_id));
  return [...new Map(usable.map((tag) => [tag.name, tag])).values()];
}

type TagFieldProps = {
  name: string;
  isCaution: boolean;
  /** True if it is added, false if it is removed. */
  isOn: boolean | undefined;
  /** How many of the stations have it, and of how many. */
  count: number;
  total: number;
  onChange: (isOn: boolean) => void;
};

function TagField({ name, isCaution, isOn, count, total, onChange }: TagFieldProps) {
  const id = useId();
  const isMixed = isOn === undefined && count > 0 && count < total;
  const isChecked = isOn ?? count === total;
  return (
    <li className="row gap-2 px-3 py-1 border-below small">
      <input
        id={id}
        type="checkbox"
        aria-label={name}
        checked={isChecked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={() => onChange(!isChecked)}
      />
      <label htmlFor={id} className="min-0 flex grow pointer">
        <TagPill name={name} isCaution={isCaution} />
      </label>
      {total > 1 && (
        <span className="muted nowrap">{`${isOn === undefined ? "on" : "was on"} ${countOf(count, total)}`}</span>
      )}
    </li>
  );
}

function countOf(count: number, total: number): string {
  if (count === 0) return "none";
  return count === total ? "all" : `${count} of ${total}`;
}
