import { IconWifiOff } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Cell, Dialog, Loading, Notice, Table } from "../../ui/index.ts";
import { useUncoveredStations } from "./use-rules.ts";

/** The stations that no rule watches for being offline. */
export function UncoveredDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useUncoveredStations();
  const hidden = data ? data.count - data.stations.length : 0;
  return (
    <Dialog title="Stations Without an Offline Rule" icon={IconWifiOff} onClose={onClose}>
      {data ? (
        <Table label="Stations" head={[{ label: "Station" }, { label: "Organization" }]} stacks>
          {data.stations.map(({ name, serial_number, organization }) => (
            <tr key={name}>
              <Cell>
                <StationLink name={name}>{serial_number || name}</StationLink>
              </Cell>
              <Cell label="Organization">{organization}</Cell>
            </tr>
          ))}
        </Table>
      ) : error ? (
        <Notice tone="danger">{errorSentence(error)}</Notice>
      ) : (
        <Loading />
      )}
      {hidden > 0 && <p>{`and ${wholeNumber(hidden)} more`}</p>}
    </Dialog>
  );
}
