// What saves a way to the server, or a key: answers while one types, the rules of the byte that is pointed at, the year as the
// slider moves, and texts for the clipboard. Everything is on the page without it. It writes text, and pages of this server.
"use strict";

const byId = (id) => document.getElementById(id);
const all = (selector) => [...document.querySelectorAll(selector)];

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function say(text) {
  const said = byId("said");
  if (said) said.textContent = text;
}

// The bytes.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function explainBytes(group) {
  const buttons = [...group.querySelectorAll(".byte")];
  const { uri, edition, title } = group.dataset;
  // Of a long text only the beginning is shown; then the server answers alone.
  if (uri === undefined) return;
  const bytes = encoder.encode(uri);
  const trees = new Map();
  let shown = buttons.find((button) => button.getAttribute("aria-pressed") === "true") || buttons[0];
  let chosenOffset = Number(shown.value);
  // The byte that the other editions are shown of.
  let othersOf = chosenOffset;

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
    const nodes = await tree(edition);
    if (chosenOffset !== offset) return;
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
    if (byId("others").open) showOthers(offset);
  }

  async function showOthers(offset) {
    if (othersOf === offset) return;
    othersOf = offset;
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

  // Nobody asks about what is not shown.
  byId("others").addEventListener("toggle", () => { if (byId("others").open) showOthers(chosenOffset); });

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

// Texts that people copy: an answer as JSON, the normal form, the host, a link to this page.

/** Copies a text; where the browser has no clipboard for this page, as over plain HTTP, the text is there, selected. */
async function copy(button, label, text) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied.");
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 2000);
  } catch {
    const byHand = element("textarea", "by-hand", text);
    byHand.readOnly = true;
    byHand.rows = 1;
    byHand.ariaLabel = "The text to copy";
    for (const old of all(".by-hand")) old.remove();
    button.after(byHand);
    byHand.select();
    say("It could not be copied. It is selected.");
    button.textContent = "Not copied: it is selected here";
  }
}

function copyJson(button) {
  const label = button.textContent;
  button.addEventListener("click", async () => {
    const response = await fetch(button.previousElementSibling.href).catch(() => null);
    if (response?.ok) copy(button, label, await response.text());
    else say(button.textContent = "The server does not answer");
  });
}

function copyText(button) {
  const label = button.textContent;
  button.addEventListener("click", () => copy(button, label, button.dataset.text ?? document.querySelector("nav .link").href));
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

// Answers while one types. They come from the server without the rest of the page; late ones are dropped. No answer stands
// beside another text as if it were of that: from the first key on, what is there says that it is of what was there before.

// Longer than between two keys of most people who type: who pauses is asked about, once.
const PAUSE = 300;
// Answers that were looked at for so long are a page of their own for the way back.
const KEPT = 3000;

/** Says above the answers that they are of another text than the field has, and why. The style makes them grey. */
function outdate(why) {
  const main = byId("main");
  const note = byId("outdated") ?? main.insertBefore(element("p"), main.firstChild);
  note.id = "outdated";
  note.textContent = why;
}

function answerWhileTyping(form) {
  const action = form.getAttribute("action");
  const answers = `${action.replace(/\/$/, "")}/answers`;
  const isUntouched = [...form.querySelectorAll("input, textarea")].every((field) => field.value === field.defaultValue);
  let timer = 0;
  let asking = null;
  // Whether the page before this one is kept to go back to.
  let isKept = false;
  let keeping = 0;
  const query = () => new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ""));
  // What the answers are of; who types before this runs has no answers yet.
  let answered = isUntouched ? query().toString() : null;

  // The first page has nothing to say before there is a URI.
  const isAsked = (asked) => form.id !== "ask" || asked.has("uri");
  const place = (details) => `${details.closest("section")?.id} ${details.querySelector("summary")?.textContent}`;

  /** Shows the answers to a query, or why there are none. */
  async function show(asked) {
    asking?.abort();
    const own = asking = new AbortController();
    byId("main").ariaBusy = "true";
    const text = asked.toString();
    const isLong = text.length > LONGEST_ADDRESS;
    const options = { signal: own.signal, headers: { accept: "text/html" }, ...(isLong && { method: "POST", body: asked }) };
    const response = await fetch(isAsked(asked) && !isLong ? `${answers}?${text}` : answers, options);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (own.signal.aborted) return;
    byId("main").ariaBusy = null;
    if (!response.ok) {
      fail(page.querySelector("[role=alert]")?.textContent ?? `The server answers with an error, ${response.status}.`);
      // Too many at a time: it says when to come again.
      if (response.status === 429) timer = setTimeout(ask, 1000 * (Number(response.headers.get("retry-after")) || 1));
      return;
    }
    const opened = new Set(all("main details[open]").map(place));
    byId("main").replaceChildren(...page.body.childNodes);
    for (const details of all("main details")) if (opened.has(place(details))) details.open = true;
    document.title = page.title;
    answered = text;
    const ownAddress = isLong ? action : `${action}?${text}`;
    const address = form.id === "ask" ? document.querySelector("nav .link")?.getAttribute("href") ?? action : ownAddress;
    history[isKept ? "replaceState" : "pushState"](null, "", isAsked(asked) ? address : action);
    // What was asked before a longer pause can be gone back to.
    clearTimeout(keeping);
    keeping = setTimeout(() => { isKept = false; }, KEPT);
    isKept = true;
    enliven();
    say(all("#glance .lead, #glance .safety").map((line) => line.textContent).join(" "));
  }

  function fail(why) {
    byId("main").ariaBusy = null;
    outdate(`${why} What is below is of what was there before.`);
    say(why);
  }

  async function ask() {
    const asked = query();
    if (asked.toString() === answered) return;
    try {
      await show(asked);
    } catch (error) {
      if (error.name !== "AbortError") fail("The server does not answer.");
    }
  }

  const soon = () => {
    clearTimeout(timer);
    asking?.abort();
    if (query().toString() === answered) {
      byId("outdated")?.remove();
      return;
    }
    if (byId("glance")) outdate("Of what was there before.");
    timer = setTimeout(ask, PAUSE);
  };
  form.addEventListener("input", soon);
  form.addEventListener("submit", (event) => {
    clearTimeout(timer);
    asking?.abort();
    // A button with a value asks for more than the fields say.
    if (event.submitter?.name) return;
    event.preventDefault();
    isKept = false;
    ask();
  });
  addEventListener("popstate", () => location.reload());
  addEventListener("pageshow", ({ persisted }) => {
    // Who comes back finds what the address says, and not what a browser has kept of the form.
    const came = performance.getEntriesByType("navigation")[0]?.type;
    if (!persisted && ["back_forward", "reload"].includes(came)) {
      form.reset();
      answered = query().toString();
    }
    soon();
  });
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

// A line to paste names this server, whatever is before it.
for (const line of all(".curl")) {
  line.textContent = line.textContent.replace("http://localhost:8024/", new URL(document.querySelector(".name a").href).href);
}

for (const id of ["ask", "pair", "fill"]) {
  const form = byId(id);
  if (!form) continue;
  chooseMethod(form);
  answerWhileTyping(form);
}
enliven();
