import { useConsole } from "../console/index.ts";
import { Mark } from "../ui/index.ts";
import { GoogleButton } from "./google-button.tsx";
import { LoginForm } from "./login-form.tsx";
import styles from "./login-page.module.css";

export function LoginPage() {
  const { brand } = useConsole();
  return (
    <main className={styles.page}>
      <title>{`Log in · ${brand.product}`}</title>
      <section className={styles.box}>
        <div className={styles.brand}>
          <Mark />
          {brand.product}
        </div>
        <h1 className={styles.title}>Welcome</h1>
        <p className={styles.subtitle}>Log in to the product</p>
        <LoginForm />
        <div className={styles.or}>or</div>
        <GoogleButton />
      </section>
    </main>
  );
}
