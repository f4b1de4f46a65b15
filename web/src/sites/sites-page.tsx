import type { Content } from "@groundcrew/shared/contract";
import { canPlace, listSites, listSiteSuggestions, type NewSite, type Site } from "@groundcrew/shared/sites";
import { toCsv } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { countListedStations, NO_SITE } from "@groundcrew/shared/stations";
import { id, sentAs, text, viewOf, type ValuesOf } from "@groundcrew/shared/view";
import { IconMapPin, IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { serverNow } from "../data/clock/index.ts";
import { useServerData } from "../data/index.ts";
import { FilterBar, ImportLink, Loaded, NoMatches, useView, type ViewInAddress } from "../kit/index.ts";
import { countText, csvName, saveCsv, wholeNumber } from "../lib/index.ts";
import { OrganizationMenu, useOrganizations } from "../manage/organizations/index.ts";
import { Button, Card, CsvButton, Empty, searchedRows, useTableView } from "../ui/index.ts";
import { NewSiteDialog, SiteDialog } from "./site-dialog.tsx";
import "../later.css";
import styles from "./sites.module.css";
import { ListLimit } from "./portions.tsx";
import { SITE_COLUMNS, SitesTable } from "./sites-table.tsx";
import { Suggestions } from "./suggestions.tsx";
import { TagsCard } from "./tags-card.tsx";

/** The listed sites. */
const sitesView = viewOf("si", { org: sentAs("org_id", id()), q: text() });

/** The sites and tags of stations: an organization's for its managers, all for admins. */
export function SitesPage({ user }: { user: SessionUser }) {
  const suggestions = useServerData(listSiteSuggestions, { query: {} });
  const [suggested, setSuggested] = useState<NewSite | null>(null);
  const suggestionsRef = useRef<HTMLElement>(null);
  const count = suggestions.data?.length ?? 0;
  return (
    <div className="column gap-4">
      {suggestions.data && count > 0 && (
        <Suggestions ref={suggestionsRef} suggestions={suggestions.data} onForm={setSuggested} />
      )}
      <div className={`one-column-medium grid gap-4 align-start ${styles.columns}`}>
        <SitesCard user={user} suggested={count} onSuggested={() => suggestionsRef.current?.focus()} />
        <TagsCard user={user} />
      </div>
      {suggested && <NewSiteDialog user={user} suggested={suggested} onClose={() => setSuggested(null)} />}
    </div>
  );
}

type SitesCardProps = {
  user: SessionUser;
  /** How many sites are suggested. */
  suggested: number;
  onSuggested: () => void;
};

function SitesCard({ user, suggested, onSuggested }: SitesCardProps) {
  const inAddress = useView(sitesView);
  const { view } = inAddress;
  const { q: _q, ...called } = sitesView.call(view, serverNow());
  const query = useServerData(listSites, { query: called });
  const [open, setOpen] = useState<Site | "new" | null>(null);
  const close = () => setOpen(null);
  const opened = open === "new" ? null : open;
  const current = query.data?.find(({ id }) => id === opened?.id);
  const { rows, sorting } = useTableView(searchedRows(query.data ?? [], view.q, textOf), { columns: SITE_COLUMNS });
  return (
    <Card
      title="Sites"
      count={query.data?.length}
      aside={
        <Button icon={IconPlus} onClick={() => setOpen("new")}>
          New Site
        </Button>
      }
    >
      <Tools inAddress={inAddress} rows={rows} isAdmin={user.can_admin} />
      <Loaded
        query={query}
        content="sites"
        isEmpty={rows.length === 0}
        empty={
          <NoMatches of="sites" view={inAddress}>
            <NoSites {...{ suggested, onSuggested }} />
          </NoMatches>
        }
      >
        {() => <SitesTable {...{ rows, sorting }} mayEdit={(site) => canPlace(user, site)} onEdit={setOpen} />}
      </Loaded>
      <ListLimit listed={query.data?.length} hint="Choose an organization to list all of its sites." />
      <WithoutSite user={user} orgId={view.org} />
      {open === "new" && <NewSiteDialog user={user} onClose={close} />}
      {opened && (
        <SiteDialog
          site={current ?? opened}
          isDeleted={query.data !== undefined && current === undefined}
          onClose={close}
        />
      )}
    </Card>
  );
}

type ToolsProps = { inAddress: ViewInAddress<ValuesOf<typeof sitesView>>; rows: readonly Site[]; isAdmin: boolean };

function Tools({ inAddress, rows, isAdmin }: ToolsProps) {
  return (
    <FilterBar
      view={inAddress}
      filters={{ org: isAdmin && <OrganizationMenu {...inAddress.on("org")} /> }}
      after={
        <>
          <CsvButton disabled={rows.length === 0} onClick={() => saveCsv(csvName("SITES", serverNow()), csvOf(rows))} />
          {isAdmin && <ImportLink kind="sites" />}
        </>
      }
      search={{
        placeholder: "Site or place",
        syntax: "text",
        help: "Finds sites whose name or place contains the text.",
      }}
    />
  );
}

/** How many stations have no site, and what alerts do with those. */
function WithoutSite({ user, orgId }: { user: SessionUser; orgId: string }) {
  const organizations = useOrganizations({ enabled: user.can_admin && orgId !== "" }).data;
  const name = organizations?.find(({ id }) => id === Number(orgId))?.name ?? null;
  const count = (counted: Content<typeof countListedStations> | undefined) =>
    (orgId === "" ? counted : counted?.groups.find(({ key }) => key === name))?.stats.total ?? 0;
  const all = count(useServerData(countListedStations, { query: BY_ORGANIZATION }).data);
  const without = count(useServerData(countListedStations, { query: WITHOUT_SITE }).data);
  const of = `${wholeNumber(without)} of ${countText(all, "station")}`;
  return (
    <p className="caption muted mt-2">
      {without === 0
        ? "Alerts group stations without a site by coordinates or location."
        : `${of} ${without === 1 ? "has" : "have"} no site. Alerts group those by coordinates or location.`}
    </p>
  );
}

const BY_ORGANIZATION = { group: "organization" } as const;
const WITHOUT_SITE = { ...BY_ORGANIZATION, site: NO_SITE };

function NoSites({ suggested, onSuggested }: Omit<SitesCardProps, "user">) {
  return (
    <Empty
      icon={IconMapPin}
      sentence="No sites yet"
      action={suggested > 0 && <Button onClick={onSuggested}>{`Show ${suggested} Suggested`}</Button>}
    />
  );
}

/** The content of the file that Download CSV saves. */
function csvOf(sites: readonly Site[]): string {
  return toCsv(
    CSV_COLUMNS.map(([title]) => title),
    sites.map((site) => CSV_COLUMNS.map(([, field]) => site[field])),
  );
}

const CSV_COLUMNS = [
  ["Site", "name"],
  ["Organization", "organization"],
  ["Place", "place"],
  ["Latitude", "lat"],
  ["Longitude", "lng"],
  ["Radius (m)", "radius_m"],
  ["Time Zone", "time_zone"],
  ["Note", "note"],
  ["Stations", "stations"],
  ["Online", "online"],
] as const satisfies readonly (readonly [string, keyof Site])[];

function textOf({ name, place }: Site): string {
  return `${name} ${place}`;
}
