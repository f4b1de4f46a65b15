import { useId } from "react";
import { IconBrandGoogle } from "@tabler/icons-react";
import { Button } from "../ui/index.ts";
import styles from "./login-page.module.css";
import { startGoogleSignIn } from "./use-google.ts";

type GoogleButtonProps = { clientId: string | null; isDisabled: boolean };

/** If the server has no Google client id, the button is disabled and shows the reason. */
export function GoogleButton({ clientId, isDisabled }: GoogleButtonProps) {
  const reasonId = useId();
  const label = "Continue with Google (Limited Beta)";
  if (clientId !== null) {
    return (
      <Button wide icon={IconBrandGoogle} disabled={isDisabled} onClick={() => startGoogleSignIn(clientId)}>
        {label}
      </Button>
    );
  }
  return (
    <>
      <Button wide icon={IconBrandGoogle} disabled aria-describedby={reasonId}>
        {label}
      </Button>
      <p id={reasonId} className={styles.reason}>
        Google sign-in is not configured on this server.
      </p>
    </>
  );
}
