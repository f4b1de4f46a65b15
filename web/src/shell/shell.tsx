import { useEffect, type ReactNode } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { displayName, type SessionUser } from "@groundcrew/shared/sessions";
import { IconLogout, IconMenu2, IconX } from "@tabler/icons-react";
import { sentenceOf, useWrite } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { DraftOwner, clearDrafts } from "../lib/index.ts";
import { forgetSession, endServerSession } from "../sessions/index.ts";
import { Button, IconButton, Mark, SchemeButton, toast, UnsavedQuestion } from "../ui/index.ts";
import { MainLinks } from "./main-links.tsx";
import styles from "./shell.module.css";
import { useMenu } from "./use-menu.ts";
import { useGoToStart } from "./use-go-to-start.ts";

type ShellProps = { user: SessionUser; children: ReactNode };

/** The top bar with the page below it. */
export function Shell({ user, children }: ShellProps) {
  const { brand } = useConsole();
  const client = useQueryClient();
  const { button, isOpen, toggle, close } = useMenu();
  const goOut = useGoToStart();
  const logOut = useWrite({
    run: async () => {
      await endServerSession();
      clearDrafts();
      forgetSession(client);
    },
    onError: (error) => toast("danger", sentenceOf(error)),
  });

  // Another user may have been logged in in this tab before.
  useEffect(() => clearDrafts({ except: user.email }), [user.email]);

  async function handleLogOut() {
    if (await goOut()) logOut.mutate();
  }

  return (
    <DraftOwner value={user.email}>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.bar}>
        <Link to="/" className={styles.brand}>
          <Mark />
          {brand.product}
        </Link>
        <IconButton
          ref={button}
          tone="quiet"
          className={styles.burger}
          icon={isOpen ? IconX : IconMenu2}
          label="Menu"
          aria-expanded={isOpen}
          aria-controls="menu"
          onClick={toggle}
        />
        <div id="menu" className={styles.menu} data-open={isOpen || undefined}>
          <MainLinks user={user} onFollow={close} />
          <span className={styles.user} title={user.email}>
            {displayName(user)}
          </span>
          <SchemeButton />
          <Button tone="quiet" icon={IconLogout} busy={logOut.isPending} onClick={() => void handleLogOut()}>
            Log Out
          </Button>
        </div>
      </header>
      <main id="main" className={styles.page}>
        {children}
      </main>
      <UnsavedQuestion />
    </DraftOwner>
  );
}
