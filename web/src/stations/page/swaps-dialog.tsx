import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import { periodSwaps, sinceShipment, type Station } from "@groundcrew/shared/stations";
import { IconArrowsExchange } from "@tabler/icons-react";
import { StaleBanner, useFreshnessHere } from "../../freshness/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { Cell, Dialog, Table } from "../../ui/index.ts";

type SwapsDialogProps = { station: Station; title: string; now: number; onClose: () => void };

/** A station's swaps in each period; all periods end now. */
export function SwapsDialog({ station, title, now, onClose }: SwapsDialogProps) {
  const shown = useFreshnessHere();
  const sinceShipped = sinceShipment(station.swaps_performed, station.swaps_shipment);
  const rows = [
    ...timeWindow.options.map((window) => ({
      label: timeWindowLabels[window],
      count: periodSwaps(station, window, now),
    })),
    ...(station.shipped === null ? [] : [{ label: `Shipment (${station.shipped})`, count: sinceShipped }]),
  ];
  return (
    <Dialog title={`${title} Swaps`} icon={IconArrowsExchange} size="form" onClose={onClose}>
      <StaleBanner freshness={shown} content="the station" />
      <Table label="Swaps by period" head={[{ label: "Period" }, { label: "Swaps", isNumber: true }]}>
        {rows.map(({ label, count }) => (
          <tr key={label}>
            <Cell>{label}</Cell>
            <Cell isNumber>{count === null ? "–" : wholeNumber(count)}</Cell>
          </tr>
        ))}
      </Table>
    </Dialog>
  );
}
