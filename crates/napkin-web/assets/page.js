// What saves a way to the server, or a key: answers while one types, the rules of the byte that is pointed at, the year as the
// slider moves, and JSON into the clipboard. Everything is on the page without it. It writes text, and pages of this server.
"use strict";

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

// The edition by which the answers on the page were made.
let readBy = document.querySelector("#edition option[selected]") || byId("edition")?.options[0];

function say(text) {
  const said = byId("said");
  if (said) said.textContent = text;
}

// The bytes.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function explainBytes(group) {
  const buttons = [...group.querySelectorAll(".byte")];
  const chosen = readBy;
  const uri = group.dataset.uri;
  const bytes = encoder.encode(uri);
  const trees = new Map();
  let shown = buttons.find((button) => button.getAttribute("aria-pressed") === "true") || buttons[0];
  let chosenOffset = Number(shown.value);

  // A link to the whole page may hold more than the bytes that are shown here; then the server answers alone.
  const isWhole = new URLSearchParams(location.search).get("uri") === uri;
  if (!isWhole) return;

  async function tree(name) {
    if (!trees.has(name)) {
      const query = new URLSearchParams({ input: uri, edition: name, tree: "true" });
      trees.set(name, fetch(`./api/v1/parse?${query}`)
        .then((response) => response.json())
        .then((answer) => answer.tree || null)
        .catch(() => null));
    }
    return trees.get(name);
  }

  const at = (nodes, offset) => nodes.filter((node) => node.start <= offset && offset < node.end);
  const section = (text) => (/^[0-9]/.test(text) ? `§${text}` : text);

  async function show(button) {
    if (button === shown) return;
    shown.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", "true");
    shown = button;
    const offset = Number(button.value);
    chosenOffset = offset;
    const nodes = await tree(chosen.value);
    if (chosenOffset !== offset) return;
    const title = chosen.textContent.replace(/ \(.*/, "");
    const heading = element("h3", "", `Byte ${offset} by ${title}`);
    if (nodes) {
      const chain = element("ol", "chain");
      for (const node of at(nodes, offset)) {
        const line = element("li");
        const text = element("bdi", "code", decoder.decode(bytes.slice(node.start, node.end)));
        text.dir = "ltr";
        line.append(element("span", "rule", node.rule), " ", element("span", "section", section(node.section)), " ", text);
        chain.append(line);
      }
      byId("rules").replaceChildren(heading, chain);
    } else {
      // What is wrong with the whole is there already.
      byId("rules").querySelector("h3").replaceWith(heading);
    }
    for (const row of all("#others tr")) {
      const other = await tree(row.dataset.edition);
      if (chosenOffset !== offset) return;
      const cell = row.querySelector("td");
      cell.replaceChildren();
      if (!other) {
        cell.append(element("span", "nothing", "not valid"));
        continue;
      }
      at(other, offset).forEach((node, number) => {
        if (number > 0) {
          const arrow = element("span", "arrow", " › ");
          arrow.ariaHidden = "true";
          cell.append(arrow);
        }
        cell.append(element("span", "rule", node.rule));
      });
    }
  }

  // One stop for the tabulator; the arrows go along.
  const stopAt = (button) => {
    for (const each of buttons) each.tabIndex = each === button ? 0 : -1;
  };
  stopAt(shown);
  group.addEventListener("keydown", (event) => {
    const here = buttons.indexOf(document.activeElement);
    const to = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[Math.min(Math.max(to, 0), buttons.length - 1)];
    stopAt(next);
    next.focus();
  });
  group.addEventListener("focusin", (event) => {
    const button = event.target.closest(".byte");
    if (!button) return;
    stopAt(button);
    show(button);
  });
  group.addEventListener("pointerover", (event) => {
    const button = event.target.closest(".byte");
    if (button) show(button);
  });
  group.addEventListener("click", (event) => {
    const button = event.target.closest(".byte");
    if (!button) return;
    // It is shown already; what is left is that the address says so.
    event.preventDefault();
    show(button);
    const address = new URL(location.href);
    address.searchParams.set("at", button.value);
    history.replaceState(null, "", address);
  });
}

// The years.

function moveYears(slider) {
  const heads = all("#editions-table thead th[data-edition]");
  const output = byId("in-force");
  const move = () => {
    const year = Number(slider.value);
    const inForce = heads.filter((head) => head.dataset.rfc === "true" && Number(head.dataset.year) <= year).shift();
    output.textContent = `${year}: ${inForce ? `${inForce.dataset.title} in force, ${inForce.dataset.says}` : "none in force"}`;
    for (const cell of all("#editions-table [data-edition]")) {
      cell.classList.toggle("in-force", !!inForce && cell.dataset.edition === inForce.dataset.edition);
    }
  };
  slider.addEventListener("input", move);
  slider.addEventListener("change", () => {
    const address = new URL(location.href);
    if (address.search) {
      address.searchParams.set("year", slider.value);
      history.replaceState(null, "", address);
    }
  });
}

// JSON.

function copyJson(button) {
  button.addEventListener("click", async () => {
    try {
      const response = await fetch(button.previousElementSibling.href);
      await navigator.clipboard.writeText(await response.text());
      say("Copied.");
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy as JSON"; }, 2000);
    } catch {
      say("It could not be copied.");
    }
  });
}

// Texts that people copy: the normal form, the host, a link to this page.

function copyText(button) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.text ?? document.querySelector("nav .link a").href);
      say("Copied.");
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = label; }, 2000);
    } catch {
      say("It could not be copied.");
    }
  });
}

// What fits into an address goes there, so that it can be kept and gone back to; what does not goes as a body.

const LONGEST_ADDRESS = 60000;
// The same that a link holds.
const LONGEST_TEXT = 4096;

function chooseMethod(form) {
  form.addEventListener("submit", () => {
    const query = new URLSearchParams(new FormData(form)).toString();
    form.method = query.length > (form.id === "find" ? LONGEST_TEXT : LONGEST_ADDRESS) ? "post" : "get";
  });
}

// Answers while one types. They come from the server as a page, of which the answers are taken; late ones are dropped.

const PAUSE = 150;

function answerWhileTyping(form) {
  const field = byId("uri");
  let timer = 0;
  let asking = null;
  // Whether the page before this one is kept to go back to.
  let isKept = false;
  const query = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  let answered = query().toString();

  /** Shows the answers of an address; false if there are none. */
  async function show(address) {
    asking?.abort();
    const own = asking = new AbortController();
    byId("main").ariaBusy = "true";
    const chosen = byId("edition").selectedOptions[0];
    const response = await fetch(address, { signal: own.signal, headers: { accept: "text/html" } });
    const text = await response.text();
    if (own.signal.aborted || !response.ok) return false;
    const page = new DOMParser().parseFromString(text, "text/html");
    const opened = new Set(all("main details[open]").map(place));
    byId("main").replaceChildren(...page.getElementById("main").childNodes);
    for (const details of all("main details")) if (opened.has(place(details))) details.open = true;
    for (const notice of all("search > .hint")) notice.remove();
    document.querySelector("search").append(...page.querySelectorAll("search > .hint"));
    document.title = page.title;
    byId("main").ariaBusy = null;
    readBy = chosen;
    return true;
  }

  const place = (details) => `${details.closest("section")?.id} ${details.querySelector("summary")?.textContent}`;

  async function ask() {
    const asked = query();
    const text = asked.toString();
    if (text === answered || text.length > LONGEST_ADDRESS) return;
    try {
      if (!await show(asked.has("uri") ? `./?${text}` : "./")) return;
      answered = text;
      const address = document.querySelector("nav .link a")?.getAttribute("href") ?? "./";
      history[isKept ? "replaceState" : "pushState"](null, "", asked.has("uri") ? address : "./");
      isKept = true;
      enliven();
      say(all("#glance .lead, #glance .safety").map((line) => line.textContent).join(" "));
    } catch (error) {
      if (error.name !== "AbortError") say("The server does not answer.");
    }
  }

  const soon = () => {
    clearTimeout(timer);
    asking?.abort();
    timer = setTimeout(ask, PAUSE);
  };
  field.addEventListener("input", soon);
  byId("edition").addEventListener("change", soon);
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    // The answers are there already.
    if (query().toString() === answered && isKept) event.preventDefault();
    else asking?.abort();
  });
  addEventListener("popstate", () => location.reload());
}

/** What is new on the page answers to pointer and keyboard. */
function enliven() {
  if (byId("find")) chooseMethod(byId("find"));
  const group = byId("bytes");
  if (group && group.querySelector(".byte")) explainBytes(group);
  const slider = byId("year");
  if (slider) moveYears(slider);
  all("[data-copy]").forEach(copyJson);
  all("[data-text], [data-page]").forEach(copyText);
}

for (const id of ["ask", "pair"]) if (byId(id)) chooseMethod(byId(id));
if (byId("ask")) answerWhileTyping(byId("ask"));
enliven();
