import { useEffect, useRef, useState } from "react";
import { Button, Form, PasswordField, TextField } from "../ui/index.ts";

type LoginFormProps = { isBusy: boolean; onSubmit: (email: string, password: string) => void };

export function LoginForm({ isBusy, onSubmit }: LoginFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const first = useRef<HTMLInputElement>(null);

  // The form is the page's only content.
  useEffect(() => first.current?.focus(), []);

  return (
    <Form onSubmit={() => onSubmit(email, password)}>
      <TextField
        ref={first}
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
      <Button tone="main" type="submit" busy={isBusy} wide>
        Continue
      </Button>
    </Form>
  );
}
