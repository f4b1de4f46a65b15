import { defineConfig } from "vite";
import react from "@vitejs/plugin-react";

const server = "http://127.0.0.1:4000";

export default defineConfig({
  plugins: [react()],
  // The server puts a fresh nonce here with every page; without one it allows no <style> at all.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    target: "es2024",
    modulePreload: { polyfill: false },
    // Everything is a file of its own: the content security policy allows no data: fonts.
    assetsInlineLimit: 0,
  },
  server: { proxy: { "/api": { target: server } } },
});
