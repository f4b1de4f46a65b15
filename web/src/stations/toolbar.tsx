import { memo, type ReactNode } from "react";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import {
  stationGroupLabels,
  viewSettingsToQuery,
  type StationGroup,
  type ViewSettings,
  toggleStationType,
} from "@groundcrew/shared/stations";
import { IconCalendarTime, IconStack2 } from "@tabler/icons-react";
import { countText } from "../lib/index.ts";
import { Button, ChoiceMenu, IconButton, SearchBox, Spinner, ButtonGroup } from "../ui/index.ts";
import { FilterMenu, SEARCHED_FIELDS, SortMenu } from "../fleet/index.ts";
import { CopyLink } from "../kit/index.ts";
import styles from "./toolbar.module.css";
import liveStyles from "./live/live.module.css";
import { stationType, type StationType } from "@groundcrew/shared/telemetry";
import { stationTypeIcons } from "../station/index.ts";

type ToolbarProps = {
  settings: ViewSettings;
  groups: readonly StationGroup[];
  isFetching: boolean;
  onSettings: (settings: ViewSettings) => void;
  /** How many rows would move if the order were not held. */
  moved: number;
  onSortNow: () => void;
  /** After the station types. */
  children: ReactNode;
};

/** The controls that set which stations are listed, and how. */
export function Toolbar({ settings, groups, isFetching, onSettings, moved, onSortNow, children }: ToolbarProps) {
  const change = (changed: Partial<ViewSettings>) => onSettings({ ...settings, ...changed });

  return (
    <div className={styles.toolbar}>
      <Menus settings={settings} groups={groups} onSettings={onSettings} />
      <div className={styles.types}>
        <TypeToggles chosen={settings.stationType} onChoose={(stationType) => change({ stationType })} />
        <span className={styles.spinner} title={isFetching ? "Refreshing" : undefined}>
          {isFetching && <Spinner />}
        </span>
        {children}
      </div>
      {moved > 0 && (
        <Button
          className={liveStyles.moved}
          // The focus stays in the list, which would otherwise be in order before the press is over.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onSortNow}
        >
          {`${countText(moved, "row")} would move`} <b>Sort Now</b>
        </Button>
      )}
      <SearchBox value={settings.search} help={SEARCHED_FIELDS} onChange={(search) => change({ search })} />
    </div>
  );
}

/** The controls that do not depend on a refresh, and so are not rendered again. */
const Menus = memo(function Menus({
  settings,
  groups,
  onSettings,
}: Omit<ToolbarProps, "isFetching" | "moved" | "onSortNow" | "children">) {
  const change = (changed: Partial<ViewSettings>) => onSettings({ ...settings, ...changed });

  return (
    <>
      <SortMenu settings={settings} onChange={change} />
      <ChoiceMenu
        name="Group"
        icon={IconStack2}
        labels={stationGroupLabels}
        options={groups}
        value={settings.group}
        onChange={(group) => change({ group })}
      />
      <FilterMenu settings={settings} onChange={change} />
      <ChoiceMenu
        name="Time"
        icon={IconCalendarTime}
        labels={timeWindowLabels}
        options={timeWindow.options}
        value={settings.time}
        onChange={(time) => change({ time })}
      />
      <CopyLink path={linkTo(settings)} />
    </>
  );
});

/** The address with only the current settings, so that nothing else in it is copied. */
function linkTo(settings: ViewSettings): string {
  const query = new URLSearchParams(viewSettingsToQuery(settings)).toString();
  return query === "" ? "/" : `/?${query}`;
}

type TypeTogglesProps = { chosen: StationType | null; onChoose: (type: StationType | null) => void };

/** The choice of one station type, or all. */
function TypeToggles({ chosen, onChoose }: TypeTogglesProps) {
  return (
    <ButtonGroup label="Station type">
      {stationType.options.map((type) => (
        <IconButton
          key={type}
          icon={stationTypeIcons[type].icon}
          label={stationTypeIcons[type].label}
          aria-pressed={chosen === type}
          onClick={() => onChoose(toggleStationType(chosen, type, { required: false }))}
        />
      ))}
    </ButtonGroup>
  );
}
