import { useState, type SubmitEvent } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf } from "../api/index.ts";
import { Button, Notice, PasswordField, TextField } from "../ui/index.ts";
import styles from "./login-page.module.css";
import { enter } from "./session.ts";

export function LoginForm() {
  const client = useQueryClient();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => enter(client, { type: "credentials", email, password }),
  });

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault();
    mutate();
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      {error && <Notice tone="danger">{sentenceOf(error)}</Notice>}
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
      <Button tone="main" type="submit" busy={isPending} className={styles.wide}>
        Continue
      </Button>
    </form>
  );
}
