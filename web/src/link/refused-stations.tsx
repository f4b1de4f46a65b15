import { ageMs } from "@groundcrew/shared/lib";
import { IconPlugConnected } from "@tabler/icons-react";
import { agoText, exactMoment, useNow, wholeNumber } from "../lib/index.ts";
import { StationDialogs } from "../stations/index.ts";
import { Cell, Empty, Table } from "../ui/index.ts";
import { LinkCard } from "./link-card.tsx";
import styles from "./link.module.css";
import { refusalTexts } from "./reasons.ts";
import { RefusedActions } from "./refused-actions.tsx";
import { useAdding } from "./use-adding.ts";
import { useRefusedStations } from "./use-link.ts";

const HEAD = [
  { label: "Station" },
  { label: "Reason" },
  { label: "Tries", isNumber: true },
  { label: "Last Try" },
  { label: "Actions" },
] as const;
const TICK_MS = 10_000;

/** Stations that were not let in, and what can be done about each. */
export function RefusedStations() {
  const query = useRefusedStations();
  const now = useNow(TICK_MS);
  const { adding, setAdding, added, noteAdded, list } = useAdding();

  function handleAdded(name: string) {
    noteAdded(name);
    void query.refetch();
  }

  return (
    <LinkCard
      title="Stations Not Let In"
      about="Since this server was started, the latest try first. With a broker of your own, its log names them instead."
      failure="The stations that were not let in could not be loaded."
      query={query}
    >
      {(refused) => (
        <>
          {refused.length === 0 ? (
            <Empty icon={IconPlugConnected} sentence="Every station that tried was let in." />
          ) : (
            <div ref={list} tabIndex={-1}>
              <Table label="Stations Not Let In" head={HEAD} stacks>
                {refused.map(({ station, reason, tries, last_tried }) => (
                  <tr key={station}>
                    <Cell>
                      <code className={styles.name}>{station}</code>
                    </Cell>
                    <Cell label="Reason">{refusalTexts[reason]}</Cell>
                    <Cell label="Tries" isNumber>
                      {wholeNumber(tries)}
                    </Cell>
                    <Cell label="Last Try" title={exactMoment(last_tried)}>
                      {agoText(ageMs(last_tried, now) ?? 0)}
                    </Cell>
                    <Cell label="Actions">
                      <RefusedActions
                        station={station}
                        reason={added.has(station) ? "wrong_secret" : reason}
                        onAdd={() => setAdding(station)}
                      />
                    </Cell>
                  </tr>
                ))}
              </Table>
            </div>
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
    </LinkCard>
  );
}
