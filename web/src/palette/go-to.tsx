import { useEffect, useState } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { IconSearch } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { whenIdle } from "../lib/index.ts";
import { Icon, lazyDialog, usePageKeys } from "../ui/index.ts";
import { useEarlyKeys } from "./early-keys.ts";
import styles from "./go-to.module.css";

const Launcher = lazyDialog(async () => (await import("./launcher.tsx")).Launcher);

/** The field that opens the command palette, whose code is loaded when the page is idle. */
export function GoTo({ user }: { user: SessionUser }) {
  const [opened, setOpened] = useState<"palette" | "keys" | null>(null);
  const early = useEarlyKeys();
  const client = useQueryClient();
  useEffect(() => whenIdle(() => void Launcher.load(client)), [client]);
  function openPalette(): void {
    early.start();
    setOpened("palette");
  }
  function close(): void {
    early.stop();
    setOpened(null);
  }
  usePageKeys({ "ctrl+k": openPalette, "?": () => setOpened("keys") });
  return (
    <>
      <button
        type="button"
        className={`control px-2 rounded muted ${styles.field}`}
        title="Go to a station or page, or do something (Ctrl K)"
        aria-keyshortcuts="Control+K"
        onClick={openPalette}
      >
        <Icon icon={IconSearch} />
        <span className="visually-hidden-medium">Go to…</span>
        <kbd className="push-right px-1h bordered rounded-sm own-font visually-hidden-medium" aria-hidden>
          Ctrl K
        </kbd>
      </button>
      {opened && <Launcher user={user} opened={opened} early={early} onClose={close} />}
    </>
  );
}
