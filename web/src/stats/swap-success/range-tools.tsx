import { SWAP_DAYS_MAX } from "@groundcrew/shared/swap-attempts";
import { stationType } from "@groundcrew/shared/telemetry";
import { IconAdjustments, IconCube } from "@tabler/icons-react";
import { serverNow } from "../../data/clock/index.ts";
import { CopyLink, PickerMenu, Segments, type ViewInAddress } from "../../kit/index.ts";
import { OrganizationMenu } from "../../manage/organizations/index.ts";
import { SiteMenu, TagMenu } from "../../sites/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import { CsvButton } from "../../ui/index.ts";
import { RangePicker } from "../range-picker.tsx";
import { daysOf, rangeLabels, type SwapRange, type SwapSuccessView } from "./swap-success-view.ts";
import styles from "./swap-success.module.css";

type RangeToolsProps = {
  inAddress: ViewInAddress<SwapSuccessView>;
  isAdmin: boolean;
  /** The versions that stations reported in the period. */
  firmware: readonly string[];
  /** Null while there is nothing to download. */
  onCsv: (() => void) | null;
  isSaving: boolean;
};

const usualRanges = ["24h", "7d", "30d", "90d", "year"] as const satisfies readonly SwapRange[];
const typeChoices = stationType.options.map((type) => ({ id: type, label: stationTypeIcons[type].label }));

/** The period, filters and acts of the page. */
export function RangeTools({ inAddress, isAdmin, firmware, onCsv, isSaving }: RangeToolsProps) {
  const { view, change, on } = inAddress;
  const days = daysOf(view, serverNow());
  const isCustom = view.t === "custom";
  const type = on("type");
  const versions = firmware.filter(Boolean).map((version) => ({ id: version, label: version }));
  return (
    <div className={`row wrap gap-2 mb-3 no-print ${styles.tools}`}>
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
      {isAdmin && <OrganizationMenu value={view.org} onChange={(org) => change({ org, site: "" })} />}
      <SiteMenu orgId={view.org} {...on("site")} />
      <TagMenu {...on("tag")} />
      <PickerMenu
        label="Type"
        icon={IconCube}
        none="All"
        items={typeChoices}
        value={type.value}
        onChange={(value) => change({ type: stationType.options.find((known) => known === value) ?? "" })}
      />
      <PickerMenu label="Firmware" icon={IconAdjustments} none="All" items={versions} {...on("fw")} />
      <span className="row gap-2 push-right">
        <CopyLink />
        <CsvButton disabled={onCsv === null} busy={isSaving} onClick={() => onCsv?.()} />
      </span>
    </div>
  );
}
