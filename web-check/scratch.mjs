import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
const server = spawn("target/debug/napkin", ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const origin = await new Promise((r) => server.stdout.once("data", (d) => r(String(d).trim().replace(/\/$/, ""))));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const states = JSON.parse(process.argv[2]);
for (const [name, { query, width = 1280, dark = false, pdf = false, only }] of Object.entries(states)) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce" });
  const page = await context.newPage();
  for (const [file, type] of [["page.css", "text/css"], ["page.js", "text/javascript"]])
    await page.route(`**/assets/${file}`, (route) => route.fulfill({ body: readFileSync(`crates/napkin-web/assets/${file}`, "utf8"), contentType: type }));
  await page.goto(`${origin}/?${new URLSearchParams(query)}`);
  if (pdf) await page.pdf({ path: `/tmp/pics/${name}.pdf`, format: "A4", printBackground: false });
  else if (only) await page.locator(only).screenshot({ path: `/tmp/pics/${name}.png` });
  else await page.screenshot({ path: `/tmp/pics/${name}.png`, fullPage: true });
  await context.close();
}
await browser.close(); server.kill();
