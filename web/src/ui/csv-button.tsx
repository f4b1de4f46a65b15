import { IconDownload } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import styles from "./menus.module.css";

/** Downloads a table as a CSV file. In a narrow window it shows only its icon. */
export function CsvButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <Button icon={IconDownload} title="Download CSV" disabled={disabled} onClick={onClick}>
      <span className={styles.wideLabel}>Download CSV</span>
    </Button>
  );
}
