export { LoginPage } from "./login-page.tsx";
export { finishSignOnAgain } from "./sign-on-again.ts";
