import { listSites } from "@groundcrew/shared/sites";
import { metersBetween, pointOf, type Station } from "@groundcrew/shared/stations";
import { IconMapPin } from "@tabler/icons-react";
import { useMemo } from "react";
import { useServerData } from "../data/index.ts";
import { mapChoices, PickerField } from "../kit/index.ts";
import { Button, FormText, Notice } from "../ui/index.ts";
import { useSiteChoices } from "./choices.ts";

type SiteFieldProps = {
  stations: readonly Station[];
  /** The number of a site, empty for none; undefined if each stays where it is. */
  value: string | undefined;
  onChange: (site: string | undefined) => void;
};

/** The item that leaves stations without a site. */
const NO_SITE = "none";

/** The site of stations of one organization; each organization has its own. Stations of several sites keep them until one is picked. */
export function SiteField({ stations, value, onChange }: SiteFieldProps) {
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
