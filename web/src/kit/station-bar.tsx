import type { ReactNode } from "react";
import { ssotView, type ListPart, type Places, type ViewSettings } from "@groundcrew/shared/stations";
import { stationType, stationTypeLabels, type StationType } from "@groundcrew/shared/telemetry";
import { FilterMenu, SEARCHED_FIELDS, SortMenu, viewSentence, type HeadingSort } from "../data/fleet/index.ts";
import { errorSentence, useServerMutation } from "../data/api/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { type Freshness, FreshnessLabel, StaleBanner } from "../data/freshness/index.ts";
import { csvName, saveCsv } from "../lib/index.ts";
import { stationTypeIcons } from "../station/index.ts";
import { Button, ButtonGroup, CsvButton, StatusLine, toast } from "../ui/index.ts";
import { FilterBar } from "./filter-bar.tsx";
import styles from "./kit.module.css";
import type { ViewInAddress } from "./use-view.ts";

/** The usual view of a table, which has no groups. */
const TABLE = ssotView.read({});

type TableView = Omit<ViewSettings, "ready" | keyof Places> & { stationType: StationType };

/** The beginning of its name, and its content, which may have to be read first. */
type TableFile = { name: string; read: () => string | Promise<string> };

type StationBarProps = {
  view: ViewInAddress<TableView>;
  /** Parts that the table cannot have, so that filters which need them do not apply. */
  without?: readonly ListPart[];
  /** The column that rows are sorted by because its heading was pressed. It takes precedence over the sort of the settings. */
  heading?: HeadingSort | null;
  /** Called instead of changing the view when a sort or a type is chosen. */
  onSort?: (sort: Partial<TableView>) => void;
  onType?: (type: StationType) => void;
  /** The freshness of the table's data, and how to reload it. */
  freshness: Freshness;
  onReload: () => void;
  /** How many stations the table shows; undefined while unknown. */
  count: number | undefined;
  /** The table as a file; null while there is nothing to save. */
  csv: TableFile | null;
  /** Shown before the search box, and at the end. */
  children?: ReactNode;
  end?: ReactNode;
};

/** Filters, order and freshness of a table of stations. One type of station is always chosen. */
export function StationBar({ view: inAddress, without, heading = null, children, ...rest }: StationBarProps) {
  const { view, on, change } = inAddress;
  const { onSort = change, onType = on("stationType").onChange, freshness, onReload, count, csv, end } = rest;
  return (
    <>
      <FilterBar
        view={inAddress}
        filters={{
          // Tables of stations have neither.
          view: null,
          mapAt: null,
          group: null,
          time: null,
          stationType: (
            <ButtonGroup label="Station type" className={styles.types}>
              {stationType.options.map((type) => {
                const label = stationTypeLabels[type];
                return (
                  <Button
                    key={type}
                    icon={stationTypeIcons[type]}
                    title={label}
                    aria-pressed={type === view.stationType}
                    onClick={() => onType(type)}
                  >
                    <span className="visually-hidden-small">{label}</span>
                  </Button>
                );
              })}
            </ButtonGroup>
          ),
          sort: <SortMenu settings={view} heading={heading} onChange={onSort} />,
          sortInvert: null,
          filters: <FilterMenu without={without} {...on("filters")} />,
        }}
        after={children}
        search={{ help: SEARCHED_FIELDS }}
        end={
          <div className={`row gap-2 ${styles.end}`}>
            <FreshnessLabel freshness={freshness} />
            <SaveCsv csv={csv} />
            {end}
          </div>
        }
      />
      <StatusLine>
        {count === undefined ? "" : viewSentence(count, { ...view, group: TABLE.group }, { defaults: TABLE, heading })}
      </StatusLine>
      <StaleBanner freshness={freshness} content="stations" onRefresh={onReload} />
    </>
  );
}

function SaveCsv({ csv }: { csv: TableFile | null }) {
  const save = useServerMutation({
    ifUnanswered: null,
    run: async ({ name, read }: TableFile) => saveCsv(csvName(name, serverNow()), await read()),
    onError: (error) => toast("danger", errorSentence(error)),
  });
  return <CsvButton disabled={csv === null} busy={save.isPending} onClick={() => csv && save.mutate(csv)} />;
}
