import { useEffect, useState } from "react";
import { confirmWith } from "../data/api/index.ts";
import { lazyDialog } from "../ui/index.ts";

const ConfirmDialog = lazyDialog(async () => (await import("../account/confirm-dialog.tsx")).ConfirmDialog);

type Request = { name: string; resolve: (isConfirmed: boolean) => void };

/** Asks users to confirm who they are when a call requires it: once for all calls that wait for it. */
export function Confirmation() {
  const [requests, setRequests] = useState<readonly Request[]>([]);
  useEffect(() => {
    confirmWith((name) => new Promise((resolve) => setRequests((before) => [...before, { name, resolve }])));
  }, []);

  function settle(isConfirmed: boolean) {
    for (const { resolve } of requests) resolve(isConfirmed);
    setRequests([]);
  }
  const [first] = requests;
  if (!first) return null;
  return <ConfirmDialog name={first.name} onDone={() => settle(true)} onClose={() => settle(false)} />;
}
