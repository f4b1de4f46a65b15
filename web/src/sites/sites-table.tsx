import { usedText, type Site } from "@groundcrew/shared/sites";
import { allStationsQuery } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useServerNow } from "../data/clock/index.ts";
import { clockText, countText, wholeNumber } from "../lib/index.ts";
import { Cell, Icon, IconButton, Table, type TableColumn, useTableView } from "../ui/index.ts";
import { usePortions } from "./portions.tsx";

/** The columns of the list, and what it is sorted by. */
export const SITE_COLUMNS: TableColumn<Site>[] = [
  { label: "Site", sortBy: ({ name }) => name },
  { label: "Organization", sortBy: ({ organization }) => organization },
  { label: "Time Zone", sortBy: ({ time_zone }) => time_zone },
  { label: "Stations", isNumber: true, sortBy: ({ stations }) => stations },
  { label: "Online", isNumber: true, sortBy: ({ online }) => online },
  { label: "Used By", sortBy: ({ rules, views, wallboards }) => rules + views + wallboards },
  { label: "Edit" },
];

type SitesTableProps = Pick<ReturnType<typeof useTableView<Site>>, "rows" | "sorting"> & {
  /** True if the user may change the sites of an organization. */
  mayEdit: (site: Site) => boolean;
  onEdit: (site: Site) => void;
};

export function SitesTable({ rows, sorting, mayEdit, onEdit }: SitesTableProps) {
  const now = useServerNow();
  const { portion, showMore } = usePortions(rows);
  return (
    <>
      <Table label="Sites" head={SITE_COLUMNS} sorting={sorting} stacks>
        {portion.map((site) => (
          <tr key={site.id}>
            <Cell title={site.place || site.name}>
              <Link to="/" search={allStationsQuery({ site: [String(site.id)] })} className="strong accent">
                {site.name}
              </Link>
              <span className="block caption muted">{placeText(site)}</span>
            </Cell>
            <Cell label="Organization">{site.organization}</Cell>
            <Cell label="Time Zone">
              {site.time_zone ?? "–"}
              {site.time_zone !== null && (
                <span className="block caption muted">{`now ${clockText(now, site.time_zone)}`}</span>
              )}
            </Cell>
            <Cell label="Stations" isNumber>
              <Link
                to="/"
                search={allStationsQuery({ site: [String(site.id)] })}
                className="accent"
                aria-label={`${countText(site.stations, "station")} at ${site.name}`}
              >
                {wholeNumber(site.stations)}
              </Link>
            </Cell>
            <Cell label="Online" isNumber>
              {wholeNumber(site.online)}
            </Cell>
            <Cell label="Used By">
              {usedText(site) ?? (site.far.length === 0 && "–")}
              {site.far.length > 0 && (
                <span className="block caption warn strong">
                  <Icon icon={IconAlertTriangle} size="s" /> {farText(site)}
                </span>
              )}
            </Cell>
            <Cell label="Edit">
              {mayEdit(site) && (
                <IconButton tone="quiet" icon={IconPencil} label={`Edit ${site.name}`} onClick={() => onEdit(site)} />
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {showMore}
    </>
  );
}

function placeText({ place, lat, lng, radius_m: radius }: Site): string {
  const point = lat === null || lng === null ? "" : `${degrees(lat)}, ${degrees(lng)} · ${wholeNumber(radius)} m`;
  return point || place || "No coordinates";
}

function degrees(value: number): string {
  return value.toFixed(4).replace("-", "−");
}

/** "hexGlobal-11 and 2 more are up to 3.2 km away". The first is the farthest. */
function farText({ far: [first], far_count: count }: Site): string {
  if (!first) return "";
  const km = (first.distance_m / 1_000).toFixed(1);
  if (count === 1) return `${first.serial_number} is ${km} km away`;
  return `${first.serial_number} and ${wholeNumber(count - 1)} more are up to ${km} km away`;
}
