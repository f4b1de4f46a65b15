import { useState } from "react";

/** The first value that there is for a key: what someone is choosing from stays as it is while data changes. */
export function useFirst<Value>(key: string, value: Value | undefined): Value | undefined {
  const [first, setFirst] = useState({ key, value });
  const isKept = first.key === key && first.value !== undefined;
  if (!isKept && (first.key !== key || value !== undefined)) setFirst({ key, value });
  return isKept ? first.value : value;
}
