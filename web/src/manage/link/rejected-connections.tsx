import { useState } from "react";
import type { RejectedConnection } from "@groundcrew/shared/link";
import { newNameProblem } from "@groundcrew/shared/stations";
import { IconPencil, IconPlugConnected, IconPlugConnectedX, IconPlus } from "@tabler/icons-react";
import { useConsole } from "../../console/index.ts";
import { Age } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { StationDialogs } from "../../stations/index.ts";
import { Button, buttonClass, Cell, Empty, Icon, Table, useTableView, type TableColumn } from "../../ui/index.ts";
import styles from "../manage.module.css";
import { ListCard } from "../../kit/index.ts";
import { rejectionTexts } from "./message-texts.ts";
import { useRejectedConnections } from "./use-link.ts";

const COLUMNS: TableColumn<RejectedConnection>[] = [
  { label: "Station", sortBy: ({ station }) => station },
  { label: "Reason", sortBy: ({ reason }) => rejectionTexts[reason] },
  { label: "Attempts", isNumber: true, sortBy: ({ tries }) => tries },
  { label: "Last Attempt", sortBy: ({ last_tried }) => Date.parse(last_tried) },
  { label: "Actions" },
];
const TITLE = "Rejected Connections";

/** The rejected connections by station, with actions for each. */
export function RejectedConnections() {
  const query = useRejectedConnections();
  const { rows, sorting } = useTableView(query.data, { columns: COLUMNS });
  const [adding, setAdding] = useState<string | null>(null);
  // Stations added since the page was opened.
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());

  function handleAdded(name: string) {
    setAdded(new Set([...added, name]));
    void query.refetch();
  }

  return (
    <ListCard
      title={TITLE}
      description="Connections and messages that the broker rejected since this server was started, by station, latest attempt first."
      content="the rejected connections"
      query={query}
    >
      {(connections) => (
        <>
          {connections === null ? (
            <Empty
              icon={IconPlugConnectedX}
              sentence="An external broker does not report rejected connections. Look for them in the broker's own log."
            />
          ) : connections.length === 0 ? (
            <Empty icon={IconPlugConnected} sentence="No connections have been rejected." />
          ) : (
            <Table label={TITLE} head={COLUMNS} sorting={sorting} stacks>
              {rows.map((connection) => (
                <RejectedRow
                  key={connection.station}
                  connection={added.has(connection.station) ? { ...connection, reason: "wrong_secret" } : connection}
                  onAdd={() => setAdding(connection.station)}
                />
              ))}
            </Table>
          )}
          {adding !== null && (
            <StationDialogs
              open={{ kind: "add", name: adding }}
              isAdmin
              onRefresh={() => handleAdded(adding)}
              onClose={() => setAdding(null)}
            />
          )}
        </>
      )}
    </ListCard>
  );
}

type RejectedRowProps = { connection: RejectedConnection; onAdd: () => void };

function RejectedRow({ connection: { station, reason, tries, last_tried }, onAdd }: RejectedRowProps) {
  return (
    <tr>
      <Cell>
        <code className={`anywhere ${styles.name}`}>{station}</code>
      </Cell>
      <Cell label="Reason">
        <span className={`block ${styles.reason}`}>{rejectionTexts[reason]}</span>
      </Cell>
      <Cell label="Attempts" isNumber>
        {wholeNumber(tries)}
      </Cell>
      <Cell label="Last Attempt">
        <Age since={last_tried} />
      </Cell>
      <Cell label="Actions">
        <RejectedActions station={station} reason={reason} onAdd={onAdd} />
      </Cell>
    </tr>
  );
}

type RejectedActionsProps = Pick<RejectedConnection, "station" | "reason"> & { onAdd: () => void };

/** The actions for a rejected station: add it, or edit its password and its service state. */
function RejectedActions({ station, reason, onAdd }: RejectedActionsProps) {
  const { brand } = useConsole();
  const problem = newNameProblem(station, brand);
  switch (reason) {
    case "unknown":
      return problem === null ? (
        <Button icon={IconPlus} aria-label={`Add Station ${station}`} onClick={onAdd}>
          Add Station
        </Button>
      ) : (
        <span className={`block caption muted ${styles.problem}`}>{problem}</span>
      );
    case "disabled":
    case "wrong_secret":
      return (
        <StationLink name={station} path="edit" className={buttonClass("plain")} aria-label={`Edit Station ${station}`}>
          <Icon icon={IconPencil} />
          Edit Station
        </StationLink>
      );
    case "client_id":
    case "will":
    case "mqtt_version":
      return null;
    case "qos_2":
    case "retained":
    case "foreign_topic":
    case "foreign_subscription":
    case "too_large":
    case "malformed":
    case "replaced":
      return (
        <StationLink name={station} className={buttonClass("plain")} aria-label={`Open Station ${station}`}>
          Open Station
        </StationLink>
      );
  }
}
