import type { NewSite, SiteSuggestion } from "@groundcrew/shared/sites";
import { IconAlertTriangle, IconPlus } from "@tabler/icons-react";
import { useState, type Ref } from "react";
import { Names } from "../kit/index.ts";
import { countText } from "../lib/index.ts";
import { Button, Card, Cell, ConfirmDialog, Icon, Table } from "../ui/index.ts";
import { suggestedSite, useIgnored, useNewSites } from "./use-sites.ts";
import styles from "./sites.module.css";

const HEAD = ["Name", "Stations", "From", "Time Zone", "Actions"].map((label) => ({ label }));
/** How many are shown at first. */
const SHOWN = 3;

function stationsOf(suggestions: readonly SiteSuggestion[]): number {
  return suggestions.reduce((sum, one) => sum + one.stations.length, 0);
}

type SuggestionsProps = {
  ref: Ref<HTMLElement>;
  suggestions: readonly SiteSuggestion[];
  /** Opens the form of a site that is suggested without a time zone, or cannot be created as it is. */
  onForm: (site: NewSite) => void;
};

/** Sites that could be created for stations without one. */
export function Suggestions({ ref, suggestions, onForm }: SuggestionsProps) {
  const [isAll, setAll] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const create = useNewSites({ onDone: close });
  const stations = stationsOf(suggestions);
  const complete = suggestions.filter(({ time_zone }) => time_zone !== null);
  const missing = suggestions.length - complete.length;
  const all = `${complete.length} ${complete.length === 1 ? "Site" : "Sites"}`;
  return (
    <Card
      ref={ref}
      title="Suggested sites"
      count={suggestions.length}
      className={styles.suggested}
      aside={
        complete.length > 1 && (
          <Button icon={IconPlus} busy={create.isPending} onClick={() => setAsked(true)}>
            {missing === 0 ? `Create All ${complete.length}…` : `Create ${complete.length}…`}
          </Button>
        )
      }
    >
      <p className="caption muted mb-3">
        {`From the coordinates (within 500 m) and deployment locations of ${countText(stations, "station")} without a site. Nothing is created by itself.`}
      </p>
      <Table label="Suggested sites" head={HEAD} stacks>
        {(isAll ? suggestions : suggestions.slice(0, SHOWN)).map((one) => (
          <Row key={one.stations[0]?.name} suggestion={one} onForm={onForm} />
        ))}
      </Table>
      {suggestions.length > SHOWN && !isAll && (
        <button type="button" className="bare p-0 accent underlined mt-2" onClick={() => setAll(true)}>
          {`Show ${suggestions.length - SHOWN} more`}
        </button>
      )}
      {isAsked && (
        <ConfirmDialog
          title={`Create ${all}?`}
          action={`Create ${all}`}
          tone="main"
          onConfirm={() => create.mutate(complete.map(suggestedSite))}
          onClose={close}
        >
          {`${countText(stationsOf(complete), "station")} get the sites that are suggested for them.`}
          {missing > 0 && ` ${missing} ${missing === 1 ? "needs" : "need"} a time zone first.`}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Row({ suggestion, onForm }: { suggestion: SiteSuggestion } & Pick<SuggestionsProps, "onForm">) {
  const { name, organization, time_zone: zone, stations } = suggestion;
  const create = useNewSites({ onDone: () => {}, onConflict: () => onForm(suggestedSite(suggestion)) });
  const ignore = useIgnored();
  return (
    <tr>
      <Cell title={name}>
        <span className="block strong">{name}</span>
        <span className="block caption muted">{organization}</span>
      </Cell>
      <Cell label="Stations">
        <Names names={stations.map(({ serial_number }) => serial_number)} />
      </Cell>
      <Cell label="From">{originText(suggestion)}</Cell>
      <Cell label="Time Zone">
        {zone ?? (
          <span className="inline-row gap-1 warn strong">
            <Icon icon={IconAlertTriangle} size="s" />
            choose one
          </span>
        )}
      </Cell>
      <Cell label="Actions">
        <div className="row gap-2">
          <Button
            icon={IconPlus}
            aria-label={`Create ${name}`}
            busy={create.isPending}
            onClick={() =>
              (zone === null ? onForm : (site: NewSite) => create.mutate([site]))(suggestedSite(suggestion))
            }
          >
            Create
          </Button>
          <Button
            tone="quiet"
            aria-label={`Ignore ${name}`}
            busy={ignore.isPending}
            onClick={() => ignore.mutate(suggestion)}
          >
            Ignore
          </Button>
        </div>
      </Cell>
    </tr>
  );
}

function originText({ apart_m: apart, location, stations }: SiteSuggestion): string {
  if (apart === null) return `“${location}”, no coordinates`;
  return stations.length === 1 ? "coordinates" : `coordinates, ${apart} m apart`;
}
