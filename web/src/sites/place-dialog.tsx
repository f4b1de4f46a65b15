import { listSites, PLACED_STATIONS_MAX, placeStations, type Placement } from "@groundcrew/shared/sites";
import { wholeNumber } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { metersBetween, pointOf, type Station } from "@groundcrew/shared/stations";
import { IconMapPin, IconTags } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { call, errorSentence, useServerMutation } from "../data/api/index.ts";
import { useServerData } from "../data/index.ts";
import { mapChoices, PickerField } from "../kit/index.ts";
import { countText, useUnsafeToReload } from "../lib/index.ts";
import { stationTitle } from "../station/index.ts";
import { Button, FormDialog, FormText, Notice, toast } from "../ui/index.ts";
import { useSiteChoices } from "./choices.ts";
import { type ChosenTags, TagFields } from "./tag-fields.tsx";

type PlaceDialogProps = { user: SessionUser; stations: readonly Station[]; onClose: () => void };

/** What is entered: the site's number, empty for none, and which tags all stations get or lose. Undefined is as it was. */
type Entered = { site: string | undefined; tags: ChosenTags };
const NOTHING: Entered = { site: undefined, tags: new Map() };

/** Changes the site and the tags of stations. */
export function PlaceDialog({ user, stations, onClose }: PlaceDialogProps) {
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
  const isTooMany = stations.length > PLACED_STATIONS_MAX;
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
      isBlocked={changed.length === 0 || isTooMany}
      failure={save.error && errorSentence(save.error)}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(placementOf(stations, entered));
      }}
      onClose={onClose}
    >
      {isTooMany && (
        <Notice tone="warning">{`Select at most ${wholeNumber(PLACED_STATIONS_MAX)} stations at once.`}</Notice>
      )}
      <SiteField
        stations={stations}
        value={entered.site}
        onChange={(site) => setEntered((before) => ({ ...before, site }))}
      />
      <TagFields
        user={user}
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

/** The item that leaves stations without a site. */
const NO_SITE = "none";

/** The site of stations of one organization; each organization has its own. Stations of several sites keep them until one is picked. */
function SiteField({ stations, value, onChange }: SiteFieldProps) {
  const [first, ...others] = stations;
  const near = useNearSite(stations);
  const isSame = others.every(({ site_id }) => site_id === first?.site_id);
  const sites = useSiteChoices(first?.org_id);
  const items = useMemo(
    () => (isSame ? sites : mapChoices(sites, (all) => [{ id: NO_SITE, label: "No site" }, ...all])),
    [isSame, sites],
  );
  if (!first) return null;
  if (others.some(({ org_id }) => org_id !== first.org_id)) {
    return <FormText>These stations have no sites in common: they belong to several organizations.</FormText>;
  }
  if (!isSame) {
    return (
      <PickerField
        label="Site"
        items={items}
        none="Several"
        value={value === "" ? NO_SITE : (value ?? "")}
        onChange={(id) => onChange(id === "" ? undefined : id === NO_SITE ? "" : id)}
      />
    );
  }
  const now = first.site_id === undefined ? "" : String(first.site_id);
  return (
    <>
      <PickerField
        label="Site"
        items={items}
        none="No site"
        pickedLabel={first.site_name}
        value={value ?? now}
        onChange={(id) => onChange(id === now ? undefined : id)}
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
