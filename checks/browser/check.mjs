// Drives the page in a real browser: what a person does with pointer and keyboard, with script and without, on narrow
// screens and wide ones, in light and in dark. Screenshots of the main states are left in target/browser/.
//
//   node checks/browser/check.mjs [PATH OF napkin]
//
// Ends with status 0 and says so where there is no Chromium, unless the variable CI is set.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import assert from "node:assert/strict";

import { browser, origin, root, server } from "./session.mjs";

const pictures = process.env.NAPKIN_PICTURES ?? join(root, "target/browser");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const MODEL = "http://fred@example.com:8042/over/there?name=ferret#nose";
const HOSTILE = "http://trusted.example\\@evil.example/\u202e%2e%2e/a b";

mkdirSync(pictures, { recursive: true });

// What an ordinary page is looked at with, besides.
const SCREENS = [390, 768, 1280, 1920];
const WIDTHS = { wide: { width: 1280, height: 900 }, narrow: { width: 320, height: 720 } };
const address = (query) => `${origin}/?${new URLSearchParams(query)}`;

/** A page whose console and requests are watched; what the console may say is given for servers that fail on purpose. */
async function open(options = {}, expected = /^$/) {
  const context = await browser.newContext({
    viewport: WIDTHS.wide, reducedMotion: "reduce", permissions: ["clipboard-read", "clipboard-write"], ...options,
  });
  const page = await context.newPage();
  const watched = { console: [], abroad: [] };
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !expected.test(message.text())) watched.console.push(message.text());
  });
  page.on("pageerror", (error) => watched.console.push(String(error)));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) watched.abroad.push(request.url());
  });
  return { page, close: async () => {
    assert.deepEqual(watched, { console: [], abroad: [] });
    await context.close();
  } };
}

const TESTS = {
  async "a person pastes a URI"() {
    const { page, close } = await open();
    await page.goto(`${origin}/`);
    await page.getByLabel("URI or reference").focus();
    await page.evaluate((text) => navigator.clipboard.writeText(text), MODEL);
    await page.keyboard.press("Control+V");
    await page.keyboard.press("Enter");
    await page.waitForURL(/uri=/);
    assert.equal(await page.getByLabel("URI or reference").inputValue(), MODEL);
    assert.match(await page.locator("#parts").innerText(), /who is contacted\s+example\.com/);
    await page.getByRole("link", { name: "Editions and bytes" }).click();
    await page.waitForURL(/view=editions/);
    assert.equal(await page.locator(".byte").count(), MODEL.length);
    await page.getByRole("link", { name: "What it says" }).click();
    await page.locator("#parts").waitFor();
    await close();
  },

  async "the first screen says where it goes and whether that is safe"() {
    const answers = {
      "https://example.com/a?b=c": ["Goes to example.com (https, port 443).", "No danger found."],
      "https://good.example\\@evil.example/": [/^Browsers.* go to good\.example; curl.* go to evil\.example\.$/, /^Dangerous: programs go to different hosts/],
      "https://example.com/a b": ["Goes to example.com (https, port 443).", "No danger found."],
      "http://\u0430\u0440\u0440\u04cf\u0435.example/": [
        /^Goes to xn--80ak6aa92e\.example \(http, port 80\), shown as/, "Dangerous: it imitates 'apple' with the letter U+0430 CYRILLIC SMALL LETTER A.",
      ],
      "https://www.paypal.com.evil.example/signin": ["Goes to www.paypal.com.evil.example (https, port 443).", /^Dangerous: 'paypal\.com' stands in front of evil\.example/],
      "https://paypa1.com/": ["Goes to paypa1.com (https, port 443).", /^Dangerous: 'paypa1' imitates the name of paypal\.com\.$/],
      "https://b.s3.amazonaws.com/k?X-Amz-Signature=0a1b2c3d4e5f60718293": [/^Goes to b\.s3\.amazonaws\.com/, "Careful: it holds a secret, the value of X-Amz-Signature, which whoever has it can use."],
      "https://m\u00fcnchen.example/stra\u00dfe?q=gr\u00f6\u00dfe": ["Goes to xn--mnchen-3ya.example (https, port 443), shown as m\u00fcnchen.example.", "No danger found."],
      "example.com": ["Goes to example.com (https, port 443).", "No danger found."],
      "www.example.org/x": ["Goes to www.example.org (https, port 443).", "No danger found."],
      "192.168.0.1": ["Goes to 192.168.0.1 (http, port 80).", /^Careful: 192\.168\.0\.1 is a machine of a private network/],
      "jane@example.org": ["Opens a mail to jane@example.org.", "No danger found."],
      "C:\\Users\\Jane\\My file.txt": ["Opens a file of this machine.", /^Careful: /],
      "https://bit.ly/abc": ["Goes to bit.ly (https, port 443).", /^Careful: it is a short link, and where that leads is not in the text\.$/],
      "mailto:a@b.example": ["Opens a mail to a@b.example.", "No danger found."],
      "urn:isbn:0451450523": ["Goes nowhere by itself: it is a name (urn:isbn).", "No danger found."],
      "../a": [/leads to the server of the page that it stands on/, "No danger found."],
      "data:text/html,<b>x": ["Goes nowhere: it holds its own content (text/html).", /^Careful: /],
      "https://tracker.example/r?url=https%3A%2F%2Fb.example%2F": ["Goes to tracker.example (https, port 443).", /^Careful: .*b\.example/],
      "javascript:alert(1)": ["Runs a script in the page that opens it.", /^Dangerous: /],
      "http://2130706433/": [/^Browsers and curl go to 127\.0\.0\.1; /, /^Dangerous: '2130706433' is the address 127\.0\.0\.1 in disguise/],
      "hxxp://evil[.]example": ["Goes nowhere as it is written.", /^Careful: /],
      "https://rnicrosoft.com/login": ["Goes to rnicrosoft.com (https, port 443).", /^Dangerous: 'rnicrosoft' imitates the name of microsoft\.com\.$/],
      "http://xn--pypal-4ve.com/": [/shown as p\u0430ypal\.com\.$/, /^Dangerous: it imitates 'paypal' with the letter U\+0430/],
      "https://paypal.com@evil.example/": ["Goes to evil.example (https, port 443).", /^Dangerous: 'paypal\.com' before the @ is a user name/],
      "https://idp.example/authorize?client_id=1&redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fnext%3Dhttps%253A%252F%252Fend.example%252F": [
        "Goes to idp.example (https, port 443).", /^Careful: it holds another address, end\.example,/,
      ],
      "https://good.example/?next=//evil.example": ["Goes to good.example (https, port 443).", /^Careful: it holds another address, evil\.example,/],
      "2001:db8::1": ["Goes to [2001:db8::1] (http, port 80).", "Careful: 2001:db8::1 is no public address (documentation)."],
      "http://[fe80::1%25eth0]/": [/^Browsers refuse it; curl/, /^Dangerous: it names a network card of one machine/],
      "10.1000/182": ["Goes to doi.org (https, port 443).", "No danger found."],
      "doi:10.1000/182": ["Goes nowhere by itself: it is a name (doi).", "No danger found."],
      "git@github.com:o/r.git": ["Goes to github.com (ssh, port 22).", "No danger found."],
      "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a": ["Opens the program for magnet:, if there is one.", "No danger found."],
      "otpauth://totp/ACME:jo?issuer=ACME": ["Opens the program for otpauth:, if there is one.", "No danger found."],
      "tg://resolve?domain=x": ["Opens the program for tg:, if there is one.", "No danger found."],
      "data:,": ["Goes nowhere: it holds its own content (text/plain).", /^Careful: /],
      "[x](https://example.com/x)": ["Goes to example.com (https, port 443).", "No danger found."],
    };
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const { page, close } = await open({ viewport });
      for (const [uri, [lead, safety]] of Object.entries(answers)) {
        await page.goto(address({ uri }));
        for (const [selector, expected] of [["#glance .lead", lead], ["#glance .safety", safety]]) {
          const said = (await page.locator(selector).innerText()).replace(/^[·!⚠]\s+/, "");
          if (expected instanceof RegExp) assert.match(said, expected, uri);
          else assert.equal(said, expected, uri);
          const { y, height } = await page.locator(selector).boundingBox();
          assert.ok(y + height <= 300, `${uri}: ${selector} ends at ${y + height} at ${viewport.width}`);
        }
        if (uri.startsWith("hxxp")) {
          await page.getByText("Did you mean").getByRole("link").click();
          await page.waitForURL(/uri=http%3A%2F%2Fevil.example$/);
        }
      }
      await close();
    }
  },

  async "what was wanted stands in the first lines"() {
    const token = "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjE3NjczMjI4MDAsImV4cCI6MTc2NzMyNjQwMH0.c2lnbmF0dXJl";
    const signed = "https://b.s3.amazonaws.com/k?X-Amz-Date=20260102T030405Z&X-Amz-Expires=86400&X-Amz-Signature=0a1b2c3d4e5f60718293";
    const lines = {
      [signed]: [".signed", 2, "Signed 2026-01-02 03:04 UTC, valid until 2026-01-03 03:04 UTC."],
      // One of 4,000 characters, as temporary credentials make them.
      [`${signed}&X-Amz-Security-Token=${"IQoJb3JpZ2luX2VjEJr".repeat(200)}`]: [".signed", 2, /^Signed 2026-01-02 03:04 UTC/],
      [`https://app.example/?token=${token}`]: [".signed", 2, "The token was signed 2026-01-02 03:00 UTC, and is valid until 2026-01-02 04:00 UTC."],
      "https://shop.example/p?utm_source=x&fbclid=1&id=7": [
        ".tracking", 2, "Without what tracks visitors (utm_source, fbclid): https://shop.example/p?id=7",
      ],
      "C:\\Users\\Jane\\My file.txt": [".as-it-stands", 1, /^Read as file:\/\/\/C:\/Users\/Jane\/My%20file\.txt\. /],
      "jane@example.org": [".as-it-stands", 1, /^Read as mailto:jane@example\.org\. /],
    };
    for (const viewport of [{ width: 1280, height: 900 }, { width: 390, height: 844 }]) {
      const { page, close } = await open({ viewport });
      for (const [uri, [selector, place, expected]] of Object.entries(lines)) {
        await page.goto(address({ uri }));
        const line = page.locator(`#glance > ${selector}`);
        assert.equal(await line.evaluate((found) => [...found.parentElement.children].indexOf(found)), place, uri);
        const said = await line.innerText();
        if (expected instanceof RegExp) assert.match(said, expected);
        else assert.equal(said, expected);
        const { y, height } = await line.boundingBox();
        assert.ok(y + height <= 360, `${uri}: ${selector} ends at ${y + height} at ${viewport.width}`);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${uri}: ${over} pixels too wide at ${viewport.width}`);
      }
      await close();
    }
    const { page, close } = await open();
    await page.goto(address({ uri: "https://example.com/a https://example.com/b" }));
    await page.getByRole("link", { name: "compare the two" }).click();
    await page.getByRole("heading", { name: "They are different." }).waitFor();
    await close();
  },

  async "whose site it is leads, whole at every width"() {
    for (const width of [320, 390, 768, 1280]) {
      const { page, close } = await open({ viewport: { width, height: 844 } });
      for (const [uri, below, domain] of [
        ["https://www.paypal.com.evil.example/signin", "www.paypal.com.", "evil.example"],
        ["https://paypal.com.login.account.verify.customers.rather-long-name.co.uk/", "paypal.com.login.account.verify.customers.", "rather-long-name.co.uk"],
        ["https://name.github.io/", "", "name.github.io"],
      ]) {
        await page.goto(address({ uri }));
        for (const place of [".lead", ".coloured .part-host"]) {
          assert.equal(await page.locator(`#glance ${place} .domain`).innerText(), domain);
          if (below) assert.equal(await page.locator(`#glance ${place} .below`).innerText(), below);
        }
        // One line of text: its letters are on one height.
        const heights = await page.locator("#glance .lead .domain").evaluate((found) => {
          const range = document.createRange();
          range.selectNodeContents(found);
          return [...range.getClientRects()].length;
        });
        assert.equal(heights, 1, `${domain} at ${width}`);
      }
      await page.screenshot({ path: join(pictures, `domain-${width}.png`) });
      await close();
    }
  },

  async "what people want is copied"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "HTTP://Example.com/a b" }));
    const copied = async (name) => {
      await page.locator("#glance").getByRole("button", { name, exact: true }).click();
      await page.locator("#glance").getByText("Copied", { exact: true }).waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await page.getByRole("button", { name, exact: true }).waitFor();
      return text;
    };
    assert.equal(await copied("Copy"), "HTTP://Example.com/a b");
    assert.equal(await copied("Copy as a URI"), "HTTP://Example.com/a%20b");
    assert.equal(await copied("Copy host"), "example.com");
    assert.equal(await copied("Copy link"), `${origin}/?uri=HTTP%3A%2F%2FExample.com%2Fa+b`);
    await page.goto(address({ uri: "HTTP://Example.com/%7ea" }));
    assert.equal(await copied("Copy normal form"), "http://example.com/%7ea");
    await page.goto(address({ uri: "https://shop.example/p?utm_source=x&fbclid=1&id=7#a" }));
    assert.equal(await copied("Copy without tracking"), "https://shop.example/p?id=7#a");
    assert.equal(await page.getByRole("button", { name: "without secrets" }).count(), 0);
    await page.goto(address({ uri: "https://user:hunter2@app.example/" }));
    assert.ok(!(await copied("Copy without secrets")).includes("hunter2"));
    await close();
  },

  async "the start page has the input, three questions and what misleads"() {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const { page, close } = await open({ viewport });
      await page.goto(`${origin}/`);
      assert.equal(await page.evaluate(() => document.activeElement.id), "uri");
      const above = ["Which host does your browser visit?", "Are these two the same?", "What did this mean in 1996?"];
      for (const question of viewport.width > 1000 ? [...above, "Made to mislead"] : above) {
        const { y, height } = await page.getByText(question).first().boundingBox();
        assert.ok(y + height <= viewport.height, `${question} is below the fold at ${viewport.width}`);
      }
      await page.getByText("Are these two the same?").click();
      await page.getByText("They are the same.").waitFor();
      await close();
    }
  },

  async "two are compared side by side"() {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of SCREENS) {
        const { page, close } = await open({ colorScheme, viewport: { width, height: 800 } });
        await page.goto(`${origin}/compare`);
        await page.getByLabel("One URI").fill("http://h/a?x");
        await page.getByLabel("The other").fill("http://h:81/a?x");
        await page.keyboard.press("Enter");
        await page.getByRole("heading", { name: "They are different." }).waitFor();
        assert.equal(await page.locator("#sides ins").innerText(), ":81");
        assert.deepEqual(await page.locator(".pair .differs th").allInnerTexts(), ["authority", "port"]);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
        assert.deepEqual(await runAxe(page), [], `axe: compare, ${width}, ${colorScheme}`);
        await page.screenshot({ path: join(pictures, `compare-${width}-${colorScheme}.png`) });
        await close();
      }
    }
  },

  async "two are compared while one types"() {
    const { page, close } = await open();
    await page.goto(`${origin}/compare?a=http%3A%2F%2Fh%2Fa&b=http%3A%2F%2Fh%2Fb`);
    await page.getByRole("heading", { name: "They are different." }).waitFor();
    await page.getByLabel("The other").fill("HTTP://h/a");
    await page.getByRole("heading", { name: "They are the same." }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("b"), "HTTP://h/a");
    await close();
  },

  async "a template is expanded and read back while one types"() {
    for (const width of SCREENS) {
      const { page, close } = await open({ viewport: { width, height: 800 } });
      await page.goto(`${origin}/template`);
      await page.getByLabel("Template (RFC 6570)").fill("/search{?q,page}");
      await page.getByLabel("Values: a line each").fill("q=a b");
      await page.getByText("/search?q=a%20b").first().waitFor();
      await page.getByLabel("Values: a line each").fill('{"q": ["a", "b"], "page": 2}');
      await page.getByText("/search?q=a,b&page=2").first().waitFor();
      await page.getByLabel("A URI to read back").fill("/search?q=x%2Fy");
      await page.locator("#back td").first().waitFor();
      assert.deepEqual(await page.locator("#back td").allInnerTexts(), ['"x/y"', "undefined"]);
      assert.deepEqual(await runAxe(page), [], `axe: template, ${width}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
      await page.getByLabel("Template (RFC 6570)").fill("/{a");
      await page.getByRole("heading", { name: "It is no template." }).waitFor();
      await close();
    }
  },

  async "the colours are those of the chosen reading"() {
    const { page, close } = await open();
    const uri = "https://good.example\\@evil.example/";
    for (const query of [{ uri }, { uri, edition: "whatwg" }]) {
      await page.goto(address(query));
      assert.equal(await page.locator("#glance .part-host").innerText(), "good.example");
      assert.equal(await page.locator("#glance .fault").count(), 0);
    }
    // The host keeps its colour when something before it is wrong.
    await page.goto(address({ uri, edition: "rfc3986" }));
    assert.equal(await page.locator("#glance .part-host").innerText(), "evil.example");
    assert.equal(await page.locator("#glance .fault").innerText(), "\\");
    await close();
  },

  async "the strict reading is one line, and one choice"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "https://m\u00fcnchen.example/stra\u00dfe" }));
    const line = page.locator("#glance .validity");
    assert.equal(await line.innerText(), "Not a URI by RFC 3986: '\u00fc' at byte 9; as a URI: https://xn--mnchen-3ya.example/stra%C3%9Fe.");
    assert.equal(await line.evaluate((found) => getComputedStyle(found).fontWeight), "400");
    assert.equal(await page.locator("#repair, .verdict.bad, .fault").count(), 0);
    await line.getByRole("link").click();
    await page.waitForURL(/edition=rfc3986/);
    assert.match(await line.innerText(), /^Not valid by RFC 3986: '\u00fc' at byte 9\./);
    assert.equal(await page.getByLabel("read by").inputValue(), "rfc3986");
    // An imitation is not made the same name in other letters.
    for (const edition of ["", "rfc3986"]) {
      await page.goto(address({ uri: "http://\u0430\u0440\u0440\u04cf\u0435.example/", edition }));
      assert.ok(!(await line.innerText()).includes("xn--"));
      assert.equal(await page.getByRole("button", { name: "Copy as a URI" }).count(), 0);
    }
    await close();
  },

  async "what was meant comes first, and the other reading is one line"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "example.com" }));
    const line = page.locator("#glance .as-it-stands");
    assert.equal(await line.innerText(),
      "Read as https://example.com. As it stands: A relative reference: leads to the server of the page that it stands on.");
    assert.match(await page.locator("#parts").innerText(), /how the rest is read\s+https\b/);
    assert.equal(await page.getByLabel("URI or reference").inputValue(), "example.com");
    await line.getByRole("link").click();
    await page.waitForURL(/edition=rfc3986/);
    assert.match(await page.locator("#glance .lead").innerText(), /^A relative reference/);
    // Where somebody says what it is relative to, it is a reference.
    await page.goto(address({ uri: "example.com", base: "http://h/a/" }));
    assert.match(await page.locator("#resolution").innerText(), /Target: http:\/\/h\/a\/example\.com/);
    await close();
  },

  async "an address that names another URI leads to the comparison"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "http://h/a", other: "HTTP://h/a" }));
    await page.waitForURL(/compare\?a=/);
    await page.getByText("They are the same.").waitFor();
    await close();
  },

  async "what data holds is shown as text"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "data:text/html,<script>alert(1)</script>" }));
    assert.match(await page.locator("#holds").innerText(), /25 bytes of text\/html\s+<script>alert\(1\)<\/script>/);
    await close();
  },

  async "assets are kept for a year, by what is in them"() {
    const { page, close } = await open();
    await page.goto(`${origin}/`);
    const style = await page.locator("link[rel=stylesheet]").evaluate((link) => link.href);
    const answer = await fetch(style);
    assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
    const tag = answer.headers.get("etag");
    const again = await fetch(style.replace(/\?.*/, ""), { headers: { "if-none-match": tag } });
    assert.equal(again.status, 304);
    assert.equal((await fetch(style.replace(/\?.*/, ""))).headers.get("cache-control"), "no-cache");
    await close();
  },

  async "pointing at a byte tells its rules"() {
    const { page, close } = await open();
    await page.goto(address({ uri: MODEL, view: "editions" }));
    const asked = [];
    page.on("request", (request) => { if (request.url().includes("/api/")) asked.push(request.url()); });
    await page.locator('.byte[value="8"]').hover();
    await page.waitForFunction(() => document.querySelector("#rules h3").textContent.startsWith("Byte 8 "));
    const rules = await page.locator("#rules .rule").allTextContents();
    assert.deepEqual(rules, ["URI", "hier-part", "authority", "userinfo", "unreserved", "ALPHA"]);
    assert.equal(asked.length, 1, "what is not shown is not asked for");
    await page.getByText("In the other editions").click();
    await page.waitForFunction(() => {
      const row = document.querySelector('#others tr[data-edition="rfc1808"]');
      return row.textContent.includes("net_loc › login › user");
    });
    await close();
  },

  async "the keyboard is enough"() {
    const { page, close } = await open();
    await page.goto(address({ uri: MODEL, view: "editions" }));
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the answers");
    await page.locator(".byte").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("#rules h3").textContent.startsWith("Byte 2 "));
    await page.keyboard.press("End");
    await page.waitForFunction((last) => document.querySelector("#rules h3").textContent.startsWith(`Byte ${last} `),
      MODEL.length - 1);
    assert.equal(await page.locator('.byte[tabindex="0"]').count(), 1);
    // From the bytes the tabulator leads on, and everything it stops at can be seen to have the focus.
    for (let stop = 0; stop < 40; stop++) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate(() => {
        const focused = document.activeElement;
        return focused === document.body ? "solid" : getComputedStyle(focused).outlineStyle;
      });
      assert.notEqual(outline, "none");
    }
    await close();
  },

  async "the slider goes through the years"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "ftp://h/a?b", year: "1996" }));
    assert.match(await page.locator("#editions-table thead th").first().innerText(), /^RFC 1808/);
    await page.goto(address({ uri: "ftp://h/a?b", view: "editions" }));
    const slider = page.locator("#year");
    await slider.focus();
    await page.keyboard.press("Home");
    assert.match(await page.locator("#in-force").innerText(), /1994: RFC 1738 in force/);
    await page.keyboard.press("ArrowRight");
    assert.match(await page.locator("#in-force").innerText(), /1995: RFC 1808 in force/);
    assert.match(page.url(), /year=1995/);
    await page.reload();
    assert.match(await page.locator("#in-force").innerText(), /1995: RFC 1808 in force/);
    await close();
  },

  async "every panel answers, and those that have nothing to say are not there"() {
    const { page, close } = await open();
    const said = async (id) => (await page.locator(`#${id}`).innerText()).replace(/\s+/g, " ");
    const panels = () => page.locator(".panel").evaluateAll((found) => found.map((panel) => panel.id));
    await page.goto(address({ uri: "http://example.com/" }));
    assert.deepEqual(await panels(), ["parts", "scheme", "names"]);
    const uri = "HTTP://Example.com:80/%7Ea/../b%20c";
    await page.goto(address({ uri, base: "http://a/", edition: "rfc3986" }));
    assert.match(await said("parts"), /host who is contacted Example\.com/);
    assert.match(await said("resolution"), /Step by step, RFC 3986 §5\.2\.2/);
    assert.match(await said("normalization"), /remove-dot-segments .* The two are the same at the level syntax/);
    assert.match(await said("scheme"), /connect to/);
    assert.match(await said("names"), /registrable-domain example\.com public-suffix com .* By Mozilla's public suffix list of/);
    await page.getByText("Keys of archives and crawlers").click();
    assert.match(await said("names"), /surt .*com,example\)\/b%20c/);
    await page.goto(address({ uri, view: "editions" }));
    assert.deepEqual(await panels(), ["editions", "derivation"]);
    assert.match(await said("derivation"), /Byte 0 by RFC 3986 URI/);
    assert.match(await said("editions"), /The rules behind the differences from the newest/);
    await page.goto(address({ uri: "http://127.0.0.1/" }));
    assert.ok(!(await panels()).includes("names"));
    await page.goto(address({ uri: HOSTILE, edition: "rfc3986" }));
    assert.match(await said("repair"), /may mean something else/);
    assert.match(await said("hosts"), /Programs go to \d+ different places/);
    assert.equal(await page.locator("#normalization, #scheme").count(), 0);
    await page.goto(address({ uri: "urn:isbn:0451450523" }));
    assert.equal(await page.locator("#hosts, #query, #audit, #resolution, #mapping").count(), 0);
    await page.goto(address({ uri: `http://t.example/r?u=${encodeURIComponent("http://b.example/?v=http%3A%2F%2Fc.example")}&t=1700000000&x=%20a&utm_source=s` }));
    assert.match(await said("query"), /t 1700000000 a time: 2023-11-14 22:13:20 UTC x a/);
    assert.match(await said("query"), /utm_source tracks visitors s/);
    assert.match(await said("inside"), /The innermost URL goes to c\.example/);
    assert.match(await said("glance"), /The innermost URL goes to c\.example/);
    await page.locator("#inside").getByRole("link").last().click();
    await page.waitForURL(/uri=http%3A%2F%2Fc\.example$/);
    await page.goto(address({ uri: "../../g", base: "http://a/b/c/d;p?q" }));
    assert.match(await said("resolution"), /Target: http:\/\/a\/g/);
    assert.match(await said("resolution"), /2C/);
    await close();
  },

  async "answers come while one types"() {
    const { page, close } = await open();
    await page.goto(`${origin}/`);
    const asked = [];
    page.on("request", (request) => { if (!request.url().includes("/assets/")) asked.push(request.url()); });
    const field = page.getByLabel("URI or reference");
    await field.pressSequentially("http://a.example/", { delay: 10 });
    await page.locator("#glance .lead").getByText("Goes to a.example (http, port 80).").waitFor();
    await page.waitForURL(/\?uri=http%3A%2F%2Fa\.example%2F$/);
    // One request a pause, of the answers alone.
    assert.equal(asked.length, 1, asked.join(" "));
    assert.match(asked[0], /\/answers\?uri=/);
    assert.ok(await field.evaluate((element) => element === document.activeElement));
    assert.equal(await page.title(), "http://a.example/ – napkin");
    // What is new works: the bytes, another edition.
    await page.getByLabel("read by").selectOption("whatwg");
    await page.waitForURL(/edition=whatwg/);
    await page.getByRole("link", { name: "Editions and bytes" }).click();
    await page.waitForURL(/view=editions/);
    await field.fill("http://b.example/");
    await page.waitForURL(/b\.example/);
    await page.locator('.byte[value="7"]').hover();
    await page.locator("#rules").getByText("Byte 7").waitFor();
    await page.goto(`${origin}/`);
    // A late answer does not come back over a newer one.
    await page.route(/slow\.example/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.continue().catch(() => {});
    });
    await field.fill("http://slow.example/");
    await page.waitForTimeout(300);
    await field.fill("http://fast.example/");
    await page.locator("#glance .lead").getByText("Goes to fast.example (http, port 80).").waitFor();
    await page.waitForTimeout(700);
    assert.match(await page.locator("#glance .lead").innerText(), /fast\.example/);
    // Enter asks nothing that is there, and is a stop on the way back.
    await page.keyboard.press("Enter");
    assert.match(page.url(), /fast\.example/);
    await field.fill("");
    await page.getByText("Where does it go, and is it safe?").waitFor();
    await field.fill("http://b.example/");
    await page.waitForURL(/b\.example/);
    await page.goBack();
    await page.locator("#glance .lead").getByText("Goes to fast.example (http, port 80).").waitFor();
    await page.waitForLoadState();
    await page.goBack();
    await page.getByText("Where does it go, and is it safe?").waitFor();
    await close();
  },

  async "no verdict is of another text"() {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const { page, close } = await open({ viewport }, /^Failed to load resource/);
      const field = page.getByLabel("URI or reference");
      const lead = page.locator("#glance .lead");
      const outdated = page.locator("#outdated");
      const isGrey = () => page.locator("#glance").evaluate((glance) => getComputedStyle(glance).filter === "grayscale(1)");
      await page.goto(address({ uri: "http://safe.example/" }));
      assert.equal(await isGrey(), false);
      // From the first key on, though the server takes its time.
      let answers = async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        await route.continue().catch(() => {});
      };
      await page.route(/evil/, (route) => answers(route));
      await field.fill("http://evil.example/");
      assert.equal(await outdated.innerText(), "Of what was there before.");
      assert.equal(await isGrey(), true);
      await lead.getByText("Goes to evil.example").waitFor();
      assert.equal(await outdated.count(), 0);
      // Who takes a key back has the answer that was there.
      await field.press("End");
      await field.press("x");
      await field.press("Backspace");
      assert.equal(await outdated.count(), 0);
      // A server that fails, is not there, or is asked too often says so where the verdict is.
      answers = (route) => route.fulfill({ status: 500, contentType: "text/plain", body: "" });
      await field.fill("http://evil.example/500");
      await outdated.getByText("The server answers with an error, 500.").waitFor();
      assert.equal(await isGrey(), true);
      answers = (route) => route.abort();
      await field.fill("http://evil.example/gone");
      await outdated.getByText("The server does not answer.").waitFor();
      let times = 0;
      answers = (route) => (times++ === 0
        ? route.fulfill({ status: 429, headers: { "retry-after": "1" }, contentType: "text/html", body: "<p role=alert>Too many at a time.</p>" })
        : route.continue());
      await field.fill("http://evil.example/often");
      await outdated.getByText("Too many at a time.").waitFor();
      await page.locator("#glance .coloured").getByText("often").waitFor();
      assert.equal(await outdated.count(), 0);
      // What no address holds is asked for all the same; of what is too long for the server, the page says so.
      await field.fill(`http://long.example/${"\u00fc".repeat(15_000)}`);
      await lead.getByText("long.example").waitFor();
      await field.fill(`http://long.example/${"a".repeat(600_000)}`);
      await outdated.getByText("What is below is of what was there before.").waitFor();
      // Back: the field is that of the address, and so is the verdict.
      await page.goto(address({ uri: "http://first.example/" }));
      await page.goto(address({ uri: "http://second.example/" }));
      await field.fill("http://third.example/");
      await page.goBack();
      await lead.getByText("second.example").or(lead.getByText("first.example")).waitFor();
      await page.waitForTimeout(400);
      const shown = await field.inputValue();
      assert.equal(new URL(page.url()).searchParams.get("uri"), shown);
      assert.ok((await lead.innerText()).includes(new URL(shown).host), shown);
      assert.equal(await outdated.count(), 0);
      await close();
    }
  },

  async "what cannot be copied is selected"() {
    const { page, close } = await open();
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.goto(address({ uri: "HTTP://Example.com/" }));
    await page.locator("#glance").getByRole("button", { name: "Copy host" }).click();
    await page.getByText("Not copied: it is selected here").waitFor();
    const selected = () => page.evaluate(() => {
      const field = document.activeElement;
      return field.value.slice(field.selectionStart, field.selectionEnd);
    });
    assert.equal(await selected(), "example.com");
    await page.getByText("JSON", { exact: true }).first().click();
    await page.locator("#glance").getByRole("button", { name: "Copy as JSON" }).first().click();
    await page.waitForFunction(() => document.activeElement.value?.startsWith("{"));
    assert.equal(JSON.parse(await selected()).input, "HTTP://Example.com/");
    await close();
  },

  async "the API is pages for a browser"() {
    for (const javaScriptEnabled of [true, false]) {
      const { page, close } = await open({ javaScriptEnabled });
      await page.goto(`${origin}/`);
      await page.getByRole("link", { name: "the API" }).click();
      await page.getByRole("heading", { name: "The API" }).waitFor();
      if (javaScriptEnabled) assert.deepEqual(await runAxe(page), []);
      await page.locator("#resolve").getByRole("link", { name: /api\/v1\/resolve\?/ }).click();
      await page.getByText('"target": "http://a/b/g"').waitFor();
      await page.getByLabel("input (needed)").fill("../../../x");
      await page.getByRole("button", { name: "Ask" }).click();
      await page.getByText('"target": "http://a/x"').waitFor();
      if (javaScriptEnabled) assert.deepEqual(await runAxe(page), []);
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
      }
      await close();
    }
  },

  async "a text gives its URIs"() {
    const { page, close } = await open();
    await page.goto(`${origin}/`);
    await page.getByLabel("Text, up to 64 KiB").fill("See <http://example.com/a> (or http://example.com/b).");
    await page.getByRole("button", { name: "Find URIs" }).click();
    await page.getByText("2 found.").waitFor();
    await page.getByRole("link", { name: "http://example.com/b", exact: true }).click();
    await page.waitForURL(/uri=http%3A%2F%2Fexample.com%2Fb/);
    await page.goto(`${origin}/`);
    await page.getByLabel("Text, up to 64 KiB").fill("x".repeat(65537));
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByRole("button", { name: "Find URIs" }).click();
    assert.equal((await answered).status(), 413);
    await page.getByText("longer than 64 KiB").waitFor();
    await page.context().close();
  },

  async "the link holds the whole state"() {
    const { page, close } = await open();
    const state = { uri: "a/../b?x#y", base: "http://h/p/", text: "http://x.example/", edition: "rfc2396", year: "1999", at: "3" };
    await page.goto(address(state));
    const link = await page.getByRole("link", { name: "Link to all this" }).getAttribute("href");
    assert.deepEqual(Object.fromEntries(new URL(link, origin).searchParams), state);
    const before = await page.locator("main").innerText();
    await page.goto(new URL(link, origin).href);
    assert.equal(await page.locator("main").innerText(), before);
    await close();
  },

  async "JSON is copied"() {
    const { page, close } = await open();
    await page.goto(address({ uri: MODEL }));
    await page.getByText("JSON", { exact: true }).first().click();
    await page.getByRole("button", { name: "Copy as JSON: parts and pairs" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    assert.equal(copied.host, "example.com");
    await close();
  },

  async "without script all is there"() {
    const { page, close } = await open({ javaScriptEnabled: false });
    await page.goto(address({ uri: MODEL }));
    await page.getByRole("link", { name: "Editions and bytes" }).click();
    await page.locator('.byte[value="8"]').click();
    await page.waitForURL(/at=8/);
    assert.deepEqual(await page.locator("#rules .rule").allTextContents(),
      ["URI", "hier-part", "authority", "userinfo", "unreserved", "ALPHA"]);
    assert.equal(await page.getByLabel("URI or reference").inputValue(), MODEL);
    await close();
  },

  async "nothing moves, whatever is pointed at"() {
    for (const viewport of Object.values(WIDTHS)) {
      for (const uri of [MODEL, "ftp://u:p@h.dom/a;type=i", HOSTILE, "http://[::1]:80/a"]) {
        const { page, close } = await open({ viewport });
        await page.addInitScript(() => {
          window.shifted = 0;
          new PerformanceObserver((list) => {
            // Also what follows a key or a click.
            for (const entry of list.getEntries()) window.shifted += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
        });
        // On a slow machine the page is drawn while it arrives.
        const machine = await page.context().newCDPSession(page);
        await machine.send("Emulation.setCPUThrottlingRate", { rate: 20 });
        await page.goto(address({ uri }));
        await page.goto(address({ uri, view: "editions" }));
        await machine.send("Emulation.setCPUThrottlingRate", { rate: 1 });
        const bytes = await page.locator(".byte").count();
        for (let byte = 0; byte < bytes; byte += 3) await page.locator(".byte").nth(byte).hover();
        await page.locator(".byte").first().focus();
        for (let step = 0; step < 6; step++) await page.keyboard.press("ArrowRight");
        await page.locator("#year").focus();
        for (let year = 0; year < 4; year++) await page.keyboard.press("PageDown");
        await page.waitForTimeout(200);
        const shifted = await page.evaluate(() => window.shifted);
        assert.ok(shifted < 0.005, `layout shift of ${shifted} at ${viewport.width} with ${uri}`);
        await close();
      }
    }
  },

  async "a long chain of URLs stays short"() {
    let uri = "https://end.example/";
    while (uri.length < 2000) uri = `https://t.example/r?u=${encodeURIComponent(uri)}`;
    uri = uri.padEnd(3000, "x");
    for (const width of SCREENS) {
      const { page, close } = await open({ viewport: { width, height: 800 } });
      for (const view of ["", "editions"]) {
        await page.goto(address({ uri, view }));
        const { scrollHeight, over } = await page.evaluate(() => ({
          scrollHeight: document.documentElement.scrollHeight, over: document.documentElement.scrollWidth - innerWidth }));
        assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
        const screens = scrollHeight / 800;
        assert.ok(screens < (width < 1000 ? 7 : 4), `${screens} screens at ${width}`);
      }
      for (const byte of await page.locator(".byte").all().then((bytes) => bytes.slice(0, 5))) {
        const { width, height } = await byte.boundingBox();
        assert.ok(width >= 24 && height >= 24, "a target is too small");
      }
      await close();
    }
  },

  async "an ordinary URL is short, and fits every screen in both themes"() {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of SCREENS) {
        const height = width < 1000 ? 844 : 900;
        const { page, close } = await open({ colorScheme, viewport: { width, height } });
        await page.addInitScript(() => {
          window.shifted = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) window.shifted += entry.value;
          }).observe({ type: "layout-shift", buffered: true });
        });
        const ordinary = [
          MODEL, "https://www.example.co.uk/a/b?name=ferret&u=https%3A%2F%2Fb.example%2F#nose", "https://shop.example/p?utm_source=x&fbclid=1&id=7",
        ];
        for (const uri of [...ordinary, HOSTILE]) {
          await page.goto(address({ uri }));
          const { scrollHeight, over, shifted } = await page.evaluate(() => ({
            scrollHeight: document.documentElement.scrollHeight,
            over: document.documentElement.scrollWidth - innerWidth,
            shifted: window.shifted,
          }));
          assert.ok(over <= 0, `${uri}: ${over} pixels too wide at ${width}`);
          assert.ok(shifted < 0.005, `${uri}: layout shift of ${shifted} at ${width}`);
          const most = (width < 1000 ? 4 : 3) * (uri === HOSTILE ? 2 : 1);
          assert.ok(scrollHeight / height <= most, `${uri}: ${scrollHeight / height} screens at ${width}`);
          assert.deepEqual(await runAxe(page), [], `axe: ${uri}, ${width}, ${colorScheme}`);
          await page.goto(address({ uri, view: "editions" }));
          for (const byte of (await page.locator(".byte").all()).slice(0, 5)) {
            const box = await byte.boundingBox();
            assert.ok(box.width >= 24 && box.height >= 24, `${uri}: a byte is too small at ${width}`);
          }
          assert.deepEqual(await runAxe(page), [], `axe: ${uri}, ${width}, ${colorScheme}`);
        }
        await page.goto(address({ uri: MODEL }));
        await page.screenshot({ path: join(pictures, `first-${width}-${colorScheme}.png`) });
        await close();
      }
    }
  },

  async "nothing is cut or wraps between a phone and a desk"() {
    for (const width of [641, 700, 768, 900, 1023]) {
      const { page, close } = await open({ viewport: { width, height: 900 } });
      for (const query of [{ uri: MODEL }, { uri: MODEL, view: "editions" }]) {
        await page.goto(address(query));
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
        // The field, the choice and the button stand beside each other, each as wide as its text.
        const boxes = await Promise.all(["#uri", "#edition", "#ask button.main"].map((selector) => page.locator(selector).boundingBox()));
        const bottoms = boxes.map(({ y, height }) => Math.round(y + height));
        assert.equal(new Set(bottoms).size, 1, `${bottoms} at ${width}`);
        assert.ok(boxes[1].width >= 160, `the choice has ${boxes[1].width} pixels at ${width}`);
        for (const name of ["What it says", "Editions and bytes"]) {
          assert.ok((await page.getByRole("link", { name }).boundingBox()).height < 40, `${name} wraps at ${width}`);
        }
      }
      await close();
    }
  },

  async "the caret stands under its byte"() {
    for (const width of [390, 1280]) {
      const { page, close } = await open({ viewport: { width, height: 844 } });
      await page.goto(address({ uri: `http://example.com/${"a".repeat(60)} b`, edition: "rfc3986" }));
      const { mark, caret } = await page.locator("#parts .caret mark").evaluate((found) => {
        const style = getComputedStyle(found, "::after");
        return { mark: found.getClientRects().length, caret: [style.content, style.position, style.left] };
      });
      assert.equal(mark, 1);
      assert.deepEqual(caret, ['"^" / ""', "absolute", "0px"]);
      await close();
    }
  },

  async "each edition tells its own steps"() {
    const { page, close } = await open();
    const numbers = { rfc1630: null, rfc1808: "6c", draft1997: "6f", rfc2396: "6e", draft2003: "5", rfc3986: "2C" };
    for (const [edition, number] of Object.entries(numbers)) {
      await page.goto(address({ uri: "../g", base: "http://a/b/c/d", edition }));
      const steps = page.locator(".way li");
      assert.equal(await steps.last().locator(".code").last().innerText(), "http://a/b/g", edition);
      if (number) assert.ok((await steps.locator(".what .rule").allTextContents()).includes(number), edition);
    }
    await page.goto(address({ uri: "../g", base: "http://a/b/c/d", edition: "rfc1738" }));
    assert.match(await page.locator("#resolution").innerText(), /defines no relative references/);
    await close();
  },

  async "the way back leads back"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "http://a.example/" }));
    await page.getByLabel("URI or reference").fill("http://b.example/");
    await page.keyboard.press("Enter");
    await page.waitForURL(/b\.example/);
    await page.getByRole("link", { name: "Editions and bytes" }).click();
    await page.waitForURL(/view=editions/);
    await page.goBack();
    assert.equal(await page.getByLabel("URI or reference").inputValue(), "http://b.example/");
    await page.goBack();
    assert.equal(await page.getByLabel("URI or reference").inputValue(), "http://a.example/");
    await close();
  },

  async "what is too long is said to be"() {
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await page.goto(`${origin}/`);
      // With script this is no address any more, but a body.
      await page.getByLabel("URI or reference").fill(`http://h/${"é".repeat(20000)}`);
      await page.keyboard.press("Enter");
      const said = javaScriptEnabled ? "Not a URI by RFC 3986" : "the address is longer than 64 KiB";
      await page.getByText(said).first().waitFor();
      await page.goto(`${origin}/`);
      await page.getByLabel("URI or reference").fill("a".repeat(65537));
      const answered = page.waitForResponse((response) => response.status() === 413);
      await page.keyboard.press("Enter");
      await answered;
      await page.getByText("longer than 64 KiB").first().waitFor();
      await context.close();
    }
  },

  async "a screen reader finds its way"() {
    const { page, close } = await open();
    await page.goto(address({ uri: MODEL }));
    for (const role of ["banner", "search", "navigation", "main", "contentinfo"]) {
      assert.equal(await page.getByRole(role).count(), 1, role);
    }
    for (const section of await page.locator("main section").all()) {
      const heading = await section.getAttribute("aria-labelledby");
      assert.notEqual(await page.locator(`#${heading}`).innerText(), "");
    }
    await page.getByText("JSON", { exact: true }).first().click();
    await page.getByRole("button", { name: "Copy as JSON" }).first().click();
    await page.getByRole("status").getByText("Copied.").waitFor();
    const names = await page.getByRole("button", { name: /^Copy as JSON/ }).evaluateAll(
      (buttons) => buttons.map((button) => button.ariaLabel));
    assert.equal(new Set(names).size, names.length);
    await page.goto(address({ uri: MODEL, view: "editions" }));
    assert.equal(await page.locator("#rules").getAttribute("aria-live"), "polite");
    await close();
  },

  async "text from right to left stays in its place"() {
    const { page, close } = await open();
    await page.goto(address({ uri: "http://h/\u0634\u0628/\u05d0\u05d1/a", view: "editions" }));
    const lefts = await page.locator(".byte").evaluateAll((bytes) => bytes.map((byte) => byte.getBoundingClientRect().left));
    assert.deepEqual(lefts, [...lefts].sort((a, b) => a - b));
    const loose = await page.locator("main .code:not([dir=ltr]):not(a *)").count();
    assert.equal(loose, 0);
    await close();
  },

  async "on paper there is what was asked and answered"() {
    const { page, close } = await open({ viewport: { width: 718, height: 1000 } });
    const asked = { uri: "../b/./c?d", base: "http://h/a/x", text: "http://x.example/" };
    await page.emulateMedia({ media: "print" });
    const printed = { "": ["#parts table", "#base", ".way", "#normalization", "#text .found"], editions: ["#bytes", "#editions-table", "#in-force"] };
    for (const [view, panels] of Object.entries(printed)) {
      await page.goto(address({ ...asked, view }));
      for (const shown of panels) assert.ok(await page.locator(shown).isVisible(), `${shown} is to be printed`);
      for (const hidden of ["nav", "#ask", ".actions", "#year", "#year-go", "#text-field", "footer", ".skip", ".hint"]) {
        for (const one of await page.locator(hidden).all()) assert.ok(!(await one.isVisible()), `${hidden} is not to be printed`);
      }
      for (const button of await page.locator("button:not(.byte)").all()) assert.ok(!(await button.isVisible()));
    }
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(over <= 0, `${over} pixels too wide for paper`);
    await page.pdf({ path: join(pictures, "print.pdf"), format: "A4" });
    await close();
  },

  async "accessible in both themes and at both widths, and pictured"() {
    const states = {
      start: {},
      uri: { uri: MODEL },
      bytes: { uri: MODEL, at: "9" },
      hostile: { uri: HOSTILE },
      meant: { uri: "C:\\Users\\Jane\\My file.txt" },
      reference: { uri: "../../g?y#s", base: "http://a/b/c/d;p?q", edition: "rfc2396", year: "1999" },
      rtl: { uri: "http://example.com/\u0634\u0628\u0643\u0629/\u05d0\u05d1" },
    };
    for (const colorScheme of ["light", "dark"]) {
      for (const [name, viewport] of Object.entries(WIDTHS)) {
        const { page, close } = await open({ colorScheme, viewport });
        for (const [state, query] of Object.entries(states)) {
          await page.goto(address(query));
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(over <= 0, `${state}: ${over} pixels too wide when ${name}`);
          const picture = (what) => join(pictures, `${what}-${name}-${colorScheme}.png`);
          await page.screenshot({ path: picture(state), fullPage: true });
          if (state === "uri") await page.screenshot({ path: picture("readme") });
          // As a person's tools do it, outside the page's own policy.
          const found = await runAxe(page);
          assert.deepEqual(found, [], `axe: ${state}, ${name}, ${colorScheme}`);
        }
        await close();
      }
    }
  },
};

async function runAxe(page) {
  const session = await page.context().newCDPSession(page);
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate",
      { expression, awaitPromise: true, returnByValue: true });
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
    return result.value;
  };
  await evaluate(`${axe}; 0`);
  return evaluate(`axe.run(document, { resultTypes: ["violations"] }).then((results) => results.violations.map(
    (violation) => [violation.id, violation.help, violation.nodes.slice(0, 3).map((node) => node.html + node.failureSummary)]))`);
}

let failed = 0;
try {
  for (const [name, test] of Object.entries(TESTS)) {
    const only = process.env.ONLY;
    if (only && !name.includes(only)) continue;
    try {
      await test();
      console.log(`ok      ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
} finally {
  await browser.close();
  server.kill("SIGTERM");
}
const ended = await new Promise((resolve) => server.once("exit", (code, signal) => resolve(code ?? signal)));
if (ended !== 0) {
  failed += 1;
  console.log(`FAILED  the server ended with ${ended}`);
}
process.exit(failed ? 1 : 0);
