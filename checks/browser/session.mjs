// A server of the program under test, and a browser: what the checks of the page begin with.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.argv[2] ?? join(root, "target/debug/napkin");
const browsers = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = browsers.find((path) => path && existsSync(path));

function without(what) {
  console.log(`browser: skipped, there is no ${what}; checks/install/browser gets it`);
  process.exit(process.env.CI ? 1 : 0);
}
if (!executablePath) without("Chromium");
if (!existsSync(program)) without(`${program}`);
const { chromium } = await import("playwright-core").catch(() => without("playwright-core"));

export const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
export const origin = await new Promise((resolve, reject) => {
  server.stdout.once("data", (data) => resolve(String(data).trim().replace(/\/$/, "")));
  server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
});
export const browser = await chromium.launch({
  executablePath,
  args: [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});
