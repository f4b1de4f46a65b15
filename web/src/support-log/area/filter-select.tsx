import { classes } from "../../ui/index.ts";
import styles from "./filter-select.module.css";

type FilterSelectProps = {
  /** The name of the filter, such as `Organization`. */
  label: string;
  /** The option for no filter, such as `All organizations`. */
  all: string;
  options: readonly string[];
  /** Empty for no filter. */
  value: string;
  onChange: (value: string) => void;
};

/** Selects one of many names, or none. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  // The value in an address may not be among the current options.
  const allOptions = value === "" || options.includes(value) ? options : [value, ...options];
  return (
    <select
      aria-label={label}
      title={value === "" ? label : `${label}: ${value}`}
      className={classes(styles.select, value !== "" && styles.chosen)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {allOptions.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
