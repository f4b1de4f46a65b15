import { motorTables, type Snapshot, type StationType } from "@groundcrew/shared/telemetry";
import { IconEngine } from "@tabler/icons-react";
import { Cell, Empty, Table } from "../ui/index.ts";
import styles from "./telemetry.module.css";

/** The tables of a station's motors that have any. */
export function MotorsPart({ snapshot, type }: { snapshot: Snapshot; type: StationType }) {
  const tables = motorTables(snapshot, type).filter(({ rows }) => rows.length > 0);
  if (tables.length === 0) return <Empty icon={IconEngine} sentence="There is no motor data for this station." />;
  return tables.map(({ title, head, rows }) => (
    <section key={title} className={styles.section}>
      <h3>{title}</h3>
      <Table label={title} head={head.map((label) => ({ label }))}>
        {rows.map(({ name, cells }) => (
          <tr key={name} title={name}>
            {cells.map((text, column) => (
              <Cell key={head[column]}>{text}</Cell>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  ));
}
