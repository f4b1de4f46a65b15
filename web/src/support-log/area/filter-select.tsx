import { classes } from "../../ui/index.ts";
import styles from "./filter-select.module.css";

type FilterSelectProps = {
  /** What is chosen, such as `Organization`. */
  label: string;
  /** What stands for no choice, such as `All organizations`. */
  all: string;
  options: readonly string[];
  /** Empty for no choice. */
  value: string;
  onChange: (value: string) => void;
};

/** Chooses one of many names, or none. */
export function FilterSelect({ label, all, options, value, onChange }: FilterSelectProps) {
  // What an address asks for may not be among what there is now.
  const known = value === "" || options.includes(value) ? options : [value, ...options];
  return (
    <select
      aria-label={label}
      title={value === "" ? label : `${label}: ${value}`}
      className={classes(styles.select, value !== "" && styles.chosen)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{all}</option>
      {known.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  );
}
