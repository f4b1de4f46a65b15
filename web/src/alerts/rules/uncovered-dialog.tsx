import { IconWifiOff } from "@tabler/icons-react";
import { Loaded } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Cell, Dialog, Table } from "../../ui/index.ts";
import { useUncoveredStations } from "./use-rules.ts";

/** The stations that no rule watches for being offline. */
export function UncoveredDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Stations Without an Offline Rule" icon={IconWifiOff} onClose={onClose}>
      <Loaded query={useUncoveredStations()} content="stations">
        {({ stations, count }) => (
          <>
            <Table label="Stations" head={[{ label: "Station" }, { label: "Organization" }]} stacks>
              {stations.map(({ name, serial_number, organization }) => (
                <tr key={name}>
                  <Cell>
                    <StationLink name={name}>{serial_number || name}</StationLink>
                  </Cell>
                  <Cell label="Organization">{organization}</Cell>
                </tr>
              ))}
            </Table>
            {count > stations.length && <p>{`and ${wholeNumber(count - stations.length)} more`}</p>}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
