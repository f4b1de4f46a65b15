import { listViolations, type Violation } from "@groundcrew/shared/security";
import { IconShieldCheck } from "@tabler/icons-react";
import { Age, ListCard } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { Cell, Empty, Table, useTableView, type TableColumn } from "../../ui/index.ts";
import "../../later.css";
import { useServerData } from "../../data/index.ts";

const TITLE = "Blocked Content";
const COLUMNS: TableColumn<Violation>[] = [
  { label: "Rule", sortBy: ({ directive }) => directive },
  { label: "Blocked", sortBy: ({ blocked }) => blocked },
  { label: "Where", sortBy: ({ source }) => source },
  { label: "Reports", isNumber: true, sortBy: ({ times }) => times },
  { label: "Last Report", sortBy: ({ last_reported }) => Date.parse(last_reported) },
];

/** Violations of the console's content security policy, as reported by browsers. For admins. */
export function SecurityPage() {
  const query = useServerData(listViolations, {});
  const { rows, sorting } = useTableView(query.data, { columns: COLUMNS });
  return (
    <ListCard
      title={TITLE}
      description="What the content security policy blocked in people's browsers during the last 30 days. Reports need no login, so anyone who can reach the console can send one."
      content="the reports"
      query={query}
      empty={<Empty icon={IconShieldCheck} sentence="No browser has sent a report." />}
    >
      {() => (
        <Table label={TITLE} head={COLUMNS} sorting={sorting} stacks>
          {rows.map(({ directive, blocked, source, line, page, times, last_reported }) => (
            <tr key={[directive, blocked, source, line].join(" ")}>
              <Cell>
                <code className="code">{directive}</code>
              </Cell>
              <Cell label="Blocked">
                <code className="code">{blocked === "" ? "unknown" : blocked}</code>
              </Cell>
              <Cell label="Where">
                <code className="code">{line === null ? source : `${source}:${line}`}</code>
                <span className="block anywhere size-caption muted normal-space">{`on ${page}`}</span>
              </Cell>
              <Cell label="Reports" isNumber>
                {wholeNumber(times)}
              </Cell>
              <Cell label="Last Report">
                <Age since={last_reported} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </ListCard>
  );
}
