import { stationType } from "@groundcrew/shared/telemetry";
import { IconAdjustments, IconCube } from "@tabler/icons-react";
import { useState } from "react";
import { serverNow } from "../../data/clock/index.ts";
import { CopyLink, PickerMenu, Segments, type ViewInAddress } from "../../kit/index.ts";
import { OrganizationMenu } from "../../manage/organizations/index.ts";
import { stationTypeIcons } from "../../station/index.ts";
import { Button, CsvButton, Popover, TextField } from "../../ui/index.ts";
import { daysOf, rangeLabels, rangeProblem, type SwapRange, type SwapSuccessView } from "./swap-success-view.ts";
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
      <CustomRange key={`${view.t} ${view.from} ${view.to}`} inAddress={inAddress} />
      {isAdmin && <OrganizationMenu {...on("org")} />}
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

/** The first and the last day of a period. */
function CustomRange({ inAddress: { view, change } }: Pick<RangeToolsProps, "inAddress">) {
  const shown = daysOf(view, serverNow());
  const [from, setFrom] = useState(shown?.from ?? "");
  const [to, setTo] = useState(shown?.to ?? "");
  const problem = rangeProblem(from, to);
  const isChosen = view.t === "custom";
  return (
    <Popover
      label="Custom period"
      renderOpener={(opener) => (
        <Button tone={isChosen ? "selected" : "plain"} {...opener}>
          {isChosen && shown ? `${shown.from} to ${shown.to}` : rangeLabels.custom}
        </Button>
      )}
    >
      <div className="stack gap-3 p-3">
        <TextField label="First day (UTC)" type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField
          label="Last day (UTC)"
          type="date"
          value={to}
          error={from === "" && to === "" ? undefined : (problem ?? undefined)}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button tone="main" disabled={problem !== null} onClick={() => change({ t: "custom", from, to, day: "" })}>
          Show
        </Button>
      </div>
    </Popover>
  );
}
