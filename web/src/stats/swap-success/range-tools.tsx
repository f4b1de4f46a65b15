import type { SessionUser } from "@groundcrew/shared/sessions";
import { SWAP_DAYS_MAX } from "@groundcrew/shared/swap-attempts";
import { stationType, stationTypeLabels } from "@groundcrew/shared/telemetry";
import { IconAdjustments, IconCube } from "@tabler/icons-react";
import { serverNow } from "../../data/clock/index.ts";
import { CopyLink, FilterBar, PickerMenu, Segments, type ViewInAddress } from "../../kit/index.ts";
import { placeFilters } from "../../sites/index.ts";
import { ChoiceMenu, CsvButton } from "../../ui/index.ts";
import { RangePicker } from "../range-picker.tsx";
import { daysOf, rangeLabels, type SwapRange, type SwapSuccessView } from "./swap-success-view.ts";

type RangeToolsProps = {
  inAddress: ViewInAddress<SwapSuccessView>;
  user: SessionUser;
  /** The versions that stations reported in the period. */
  firmware: readonly string[];
  /** Null while there is nothing to download. */
  onCsv: (() => void) | null;
  isSaving: boolean;
};

const usualRanges = ["24h", "7d", "30d", "90d", "year"] as const satisfies readonly SwapRange[];

/** The period, filters and acts of the page. */
export function RangeTools({ inAddress, user, firmware, onCsv, isSaving }: RangeToolsProps) {
  const { on } = inAddress;
  const versions = firmware.filter(Boolean).map((version) => ({ id: version, label: version }));
  return (
    <FilterBar
      view={inAddress}
      filters={{
        t: <PeriodTools {...inAddress} />,
        from: null,
        to: null,
        ...placeFilters(inAddress, user),
        type: (
          <ChoiceMenu
            name="Type"
            icon={IconCube}
            labels={{ "": "All", ...stationTypeLabels }}
            options={["", ...stationType.options]}
            {...on("type")}
          />
        ),
        fw: <PickerMenu label="Firmware" icon={IconAdjustments} none="All" items={versions} {...on("fw")} />,
        // In the chart and the cards.
        day: null,
        by: null,
        sort: null,
      }}
      end={
        <span className="row gap-2 push-right">
          <CopyLink />
          <CsvButton disabled={onCsv === null} busy={isSaving} onClick={() => onCsv?.()} />
        </span>
      }
    />
  );
}

function PeriodTools({ view, change }: ViewInAddress<SwapSuccessView>) {
  const days = daysOf(view, serverNow());
  const isCustom = view.t === "custom";
  return (
    <>
      <Segments
        label="Period"
        labels={rangeLabels}
        options={usualRanges}
        value={view.t}
        onChange={(t) => change({ t, day: "" })}
      />
      <RangePicker
        key={`${view.t} ${view.from} ${view.to}`}
        name={isCustom && days ? `${days.from} to ${days.to}` : rangeLabels.custom}
        isChosen={isCustom}
        days={days ?? { from: "", to: "" }}
        most={SWAP_DAYS_MAX}
        onChoose={(chosen) => change({ ...chosen, t: "custom", day: "" })}
      />
    </>
  );
}
