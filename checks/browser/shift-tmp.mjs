import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
const server = spawn("/work/ci/target/debug/napkin", ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const origin = await new Promise((r) => server.stdout.once("data", (d) => r(String(d).trim().replace(/\/$/, ""))));
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless","--no-sandbox","--disable-gpu"] });
const uri = "ftp://u:p@h.dom/a;type=i";
for (let i = 0; i < 25; i++) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", permissions: ["clipboard-read"] });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page); if (i % 3) await cdp.send("Emulation.setCPUThrottlingRate", { rate: [1,8,20][i % 3] });
  await page.addInitScript(() => {
    window.shifted = 0; window.seen = [];
    new PerformanceObserver((list) => { for (const e of list.getEntries()) { window.shifted += e.value;
      window.seen.push([Math.round(e.startTime), e.value, e.hadRecentInput, scrollY, ...(e.sources||[]).map((s) => { const n = s.node; const el = n && (n.nodeType === 1 ? n : n.parentElement); return (el ? el.tagName + "#" + el.id + "." + el.className + ":" + (el.textContent||"").slice(0,40) : "?") + JSON.stringify([s.previousRect.toJSON(), s.currentRect.toJSON()].map(r=>[r.x,r.y,r.width,r.height])); })]); } })
      .observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`${origin}/?${new URLSearchParams({ uri })}`);
  const mark = (t) => page.evaluate((t) => window.seen.push([Math.round(performance.now()), t]), t);
  const bytes = await page.locator(".byte").count();
  for (let b = 0; b < bytes; b += 3) await page.locator(".byte").nth(b).hover();
  await page.locator(".byte").first().focus();
  for (let s = 0; s < 6; s++) await page.keyboard.press("ArrowRight");
  await page.locator("#year").focus();
  for (let y = 0; y < 4; y++) await page.keyboard.press("PageDown");
  await page.waitForTimeout(200);
  const s = await page.evaluate(() => window.shifted);
  if (s) console.log(i, JSON.stringify(await page.evaluate(() => window.seen), null, 1), s); else process.stdout.write(".");
  await context.close();
}
await browser.close(); server.kill();
