import { useState, type SubmitEvent } from "react";
import { Button, PasswordField, TextField } from "../ui/index.ts";
import styles from "./login-page.module.css";

type LoginFormProps = { isBusy: boolean; onSubmit: (email: string, password: string) => void };

export function LoginForm({ isBusy, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    onSubmit(email, password);
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        label="Email Address"
        type="email"
        autoComplete="username"
        required
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        maxLength={128}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button tone="main" type="submit" busy={isBusy} className={styles.wide}>
        Continue
      </Button>
    </form>
  );
}
