import { useId } from "react";
import { IconBrandGoogle } from "@tabler/icons-react";
import { Button } from "../ui/index.ts";
import styles from "./login-page.module.css";

/** Stands disabled, with the reason, on a server that has no Google client id. */
export function GoogleButton() {
  const id = useId();
  return (
    <>
      <Button className={styles.wide} icon={IconBrandGoogle} disabled aria-describedby={id}>
        Continue with Google (Limited Beta)
      </Button>
      <p id={id} className={styles.reason}>
        Google sign-in is not configured on this server.
      </p>
    </>
  );
}
