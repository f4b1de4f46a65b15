import type { ReactNode } from "react";
import {
  stationGroupLabels,
  toggleStationType,
  type StationGroup,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { stationType, stationTypeLabels, type StationType } from "@groundcrew/shared/telemetry";
import { IconStack2 } from "@tabler/icons-react";
import { countText } from "../../lib/index.ts";
import { Button, ButtonGroup, ChoiceMenu, IconButton, lazyPart, Spinner } from "../../ui/index.ts";
import { FilterMenu, SEARCHED_FIELDS, SortMenu } from "../../data/fleet/index.ts";
import { FilterBar, TimeMenu, type ViewInAddress } from "../../kit/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import styles from "./stations-page.module.css";

const ViewMenu = lazyPart(async () => (await import("./view-menu.tsx")).ViewMenu);

type ToolbarProps = {
  view: ViewInAddress<ViewSettings> & { href: () => string };
  groups: readonly StationGroup[];
  isFetching: boolean;
  /** How many rows would move if the order were not held. */
  moved: number;
  onSortNow: () => void;
  /** Before the settings. */
  views: ReactNode;
  /** After the station types. */
  children: ReactNode;
};

/** The controls that set which stations are listed, and how. */
export function Toolbar({ view, groups, isFetching, moved, onSortNow, views, children }: ToolbarProps) {
  const { on, change } = view;
  return (
    <FilterBar
      view={view}
      filters={{
        // In the head of the page, and on the map.
        view: null,
        mapAt: null,
        sort: <SortMenu settings={view.view} onChange={change} />,
        sortInvert: null,
        group: (
          <ChoiceMenu name="Group" icon={IconStack2} labels={stationGroupLabels} options={groups} {...on("group")} />
        ),
        filters: <FilterMenu {...on("filters")} />,
        time: <TimeMenu {...on("time")} />,
        stationType: null,
        // Over the list.
        ready: null,
        // Among the tools.
        site: null,
        tags: null,
        tagsNot: null,
      }}
      hasLink
      href={view.href}
      search={{ help: SEARCHED_FIELDS }}
      // Away from the views, which have a similar name.
      beside={<ViewMenu />}
      after={
        <>
          <div className={`row gap-2 ${styles.types}`}>
            <TypeToggles {...on("stationType")} />
            <span className={`hidden-tiny ${styles.spinner}`} title={isFetching ? "Refreshing" : undefined}>
              {isFetching && <Spinner />}
            </span>
            {children}
          </div>
          {moved > 0 && (
            <Button
              className={`no-print ${styles.moved}`}
              // The focus stays in the list, which would otherwise be in order before the press is over.
              onMouseDown={(event) => event.preventDefault()}
              onClick={onSortNow}
            >
              {`${countText(moved, "row")} would move`} <b className="accent">Sort Now</b>
            </Button>
          )}
        </>
      }
    >
      {views}
    </FilterBar>
  );
}

type TypeTogglesProps = { value: StationType | null; onChange: (type: StationType | null) => void };

/** The choice of one station type, or all. */
function TypeToggles({ value, onChange }: TypeTogglesProps) {
  return (
    <ButtonGroup label="Station type">
      {stationType.options.map((type) => (
        <IconButton
          key={type}
          icon={stationTypeIcons[type]}
          label={stationTypeLabels[type]}
          aria-pressed={value === type}
          onClick={() => onChange(toggleStationType(value, type))}
        />
      ))}
    </ButtonGroup>
  );
}
