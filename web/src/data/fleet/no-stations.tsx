import { IconBuildingWarehouse, IconFilterOff } from "@tabler/icons-react";
import { defaultViewSettings, type ViewSettings } from "@groundcrew/shared/stations";
import { Button, Empty } from "../../ui/index.ts";

type NoStationsProps = {
  /** How many stations the user sees; undefined while that is not known. */
  visible: number | undefined;
  onChange: (changed: Partial<ViewSettings>) => void;
};

/** Shown instead of the list when it is empty. */
export function NoStations({ visible, onChange }: NoStationsProps) {
  if (visible === 0) return <Empty icon={IconBuildingWarehouse} sentence="There are no stations yet." />;
  return <NoMatch onChange={(unfiltered) => onChange({ ...unfiltered, ...ANYWHERE })} />;
}

const ANYWHERE = { stationType: null, ready: [], site: [], tags: [], tagsNot: [] };

/** Any station of a type. The default filters hide some. */
const UNFILTERED = { q: "", filters: { ...defaultViewSettings.filters, actual: false } };

/** Shown instead of stations when the filters match none. The chosen station type stays. */
export function NoMatch({ onChange }: { onChange: (changed: typeof UNFILTERED) => void }) {
  return (
    <Empty
      icon={IconFilterOff}
      sentence="No stations match your currently selected filters."
      action={<Button onClick={() => onChange(UNFILTERED)}>Reset filters</Button>}
    />
  );
}
