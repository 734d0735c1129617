// The page of a table, for who sits there and for who watches.

import { Board, tab } from "./board.js";
import { byId, el, fill, isTimed, line, linked, token } from "./dom.js";
import { History } from "./history.js";
import { live } from "./live.js";
import * as memory from "./memory.js";
import { isOff, mark, off } from "./off.js";
import { Refused, ask } from "./server.js";
import { listenToKeys } from "./shortcuts.js";
import { notice, offline } from "./toast.js";

const key = location.pathname.split("/").pop();
const address = `/api/t/${key}`;

let words;
let shown;

const board = new Board((text) => play(text));
const history = new History(() => showPosition());
const page = live({ address, show, offline: (isOffline) => offline(isOffline, words), gone });
page.refresh();

byId("play-picked").addEventListener("click", () => board.playPicked());
byId("as-text").addEventListener("click", () => {
  memory.asText.set(!memory.asText.get());
  showPosition();
});
byId("type").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("input").value.trim();
  if (text && (await play(text))) byId("input").value = "";
});
byId("yes").addEventListener("click", () => act(byId("sure").dataset.act));
byId("no").addEventListener("click", () => keepPlaying());
listenToKeys({
  letGo() {
    board.letGo();
    keepPlaying();
    byId("help").open = false;
  },
});

/** Plays a move on the position that this page shows. Returns whether it was played. */
const play = (text) => post("move", { ply: shown.ply, text });

/** Does something else with the table: resigns, asks for a rematch and so on. */
const act = (name) => post("act", { act: name });

async function post(how, what) {
  if (isOff()) return false;
  off("busy", true);
  board.letGo();
  try {
    const said = await ask(`${address}/${how}`, what);
    notice("");
    if (said.seat) {
      location.assign(said.seat);
      return true;
    }
    history.forget();
    keepPlaying();
    if (said.repeated) page.refresh();
    else show(said);
    return true;
  } catch (trouble) {
    if (!(trouble instanceof Refused)) offline(true, words);
    else notice(trouble.message || words.broken);
    page.refresh();
    return false;
  } finally {
    off("busy", false);
  }
}

function show(data) {
  // Answers may overtake each other; an older one tells nothing new.
  if (shown && data.version < shown.version) return;
  if (data.your_turn && shown && !shown.your_turn) notice("");
  shown = data;
  words = data.words;
  page.follow(data.room, `${address}/events`);
  document.documentElement.lang = data.locale;
  document.title = `${data.your_turn ? "● " : ""}${data.title} · Tumbledown`;
  byId("title").replaceChildren(data.title, el("span", { className: "code" }, ` #${data.code}`));
  byId("back").href = `/r/${data.room}`;
  byId("back").querySelector("span").textContent = words.back;
  const me = data.seats.find((seat) => seat.you);
  if (me) memory.seat.set(data.code, me.name, location.pathname);
  showSeats(data);
  showNews(data);
  showWaiting(data);
  showPosition();
  showMoves(data);
  showActs(data);
  showTexts(data);
  byId("table").hidden = false;
  mark();
}

/** The board: now or earlier, drawn or in letters, and the way to look back. */
async function showPosition() {
  const data = shown;
  byId("board").hidden = !data.picture;
  byId("history").hidden = !data.picture;
  if (!data.picture) return;
  history.show(data, words);
  const { ply } = history;
  const inLetters = memory.asText.get();
  byId("as-text").textContent = words.text_board;
  byId("as-text").setAttribute("aria-pressed", String(inLetters));
  byId("picture").hidden = inLetters;
  byId("letters").hidden = !inLetters;
  byId("letters").setAttribute("aria-label", words.text_board);
  byId("moves").hidden = data.choices.length === 0 || ply !== undefined;
  let told = data;
  if (ply !== undefined) {
    try {
      told = await history.earlier(ply);
    } catch {
      return;
    }
    if (history.ply !== ply || shown !== data) return;
  }
  byId("letters").textContent = told.board;
  board.show(data, { ply, alt: told.alt, label: words.choices });
  mark();
}

function showSeats(data) {
  const seats = data.seats.map((seat, index) => ({ ...seat, index }));
  fill(byId("seats"), seats, (seat) => seatOf(seat), (seat) => seat.index);
}

function seatOf(seat) {
  const gold = seat.won ? "won" : seat.to_move ? "turn" : "";
  return el(
    "li",
    { className: `chip ${gold}`, "aria-current": seat.to_move ? "true" : undefined },
    ...(gold ? [tab(gold)] : []),
    token(seat.index, seat.free),
    el(
      "span",
      { className: "who" },
      el("span", { className: "name", title: seat.name }, seat.name),
      ...(seat.you ? [el("span", { className: "you" }, words.you)] : []),
    ),
  );
}

/** News and turn. The sentence that matters most stands out: whose move it is, or how the game ended. */
function showNews(data) {
  const told = data.lines.map((parts, at) => ({ parts, text: `${at} ${JSON.stringify(parts)}` }));
  const untimed = told.filter(({ parts }) => !isTimed(parts));
  const main = data.status === "running" ? untimed.at(-1) : untimed[0];
  const lines = told.map((one) => ({
    ...one,
    style: one === main ? "main" : isTimed(one.parts) ? "hint" : "",
  }));
  if (!data.seated) lines.push({ parts: [words.watching], text: "watching", style: "hint" });
  fill(byId("news"), lines, ({ parts, style }) => el("p", { className: style }, ...line(parts)));
}

function showWaiting(data) {
  byId("waiting").hidden = data.status !== "open";
  byId("waiting-title").textContent = words.waiting_room;
  byId("share").textContent = words.share;
  byId("second").textContent = words.second;
  byId("second").href = `/r/${data.room}`;
}

function showMoves(data) {
  byId("moves-title").textContent = words.choices;
  fill(byId("choices"), data.choices, (choice) => {
    const lit = (isLit) => () => board.light(choice.text, isLit);
    return el(
      "button",
      {
        "data-server": true,
        "aria-label": choice.aria,
        onclick: () => play(choice.text),
        onmouseenter: lit(true),
        onmouseleave: lit(false),
        onfocus: lit(true),
        onblur: lit(false),
      },
      choice.label,
    );
  });
  byId("type").hidden = !data.seated || data.status !== "running";
  byId("input-label").textContent = words.input;
  byId("play").textContent = byId("play-picked").textContent = words.play;
  fill(byId("completions"), data.choices, (choice) => el("option", { value: choice.text }));
}

function showActs(data) {
  // When a match is over, what comes next comes first.
  const before = byId(data.status === "over" ? "log" : "sure");
  if (byId("acts").nextElementSibling !== before) before.before(byId("acts"));
  fill(byId("acts"), data.acts, (one) => {
    const press = () => (one.confirm ? makeSure(one) : act(one.act));
    const style = data.status === "over" || one.act === "claim" ? "primary" : "";
    // A question opens in the page, so its button works offline too.
    return el("button", { className: style, "data-server": !one.confirm, onclick: press }, one.label);
  }, (one) => one.act);
  const asked = data.acts.find((one) => one.act === byId("sure").dataset.act);
  if (!asked) byId("sure").hidden = true;
}

function makeSure({ act: name, confirm }) {
  byId("sure").dataset.act = name;
  byId("question").textContent = confirm;
  byId("yes").textContent = words.yes;
  byId("no").textContent = words.no;
  byId("sure").hidden = false;
  byId("acts").hidden = true;
  byId("no").focus();
}

function keepPlaying() {
  if (byId("sure").hidden) return;
  byId("sure").hidden = true;
  byId("acts").hidden = false;
  byId("acts").querySelector("button")?.focus();
}

function showTexts(data) {
  byId("rules-title").textContent = words.rules;
  fill(
    byId("rules-text"),
    data.rules.map(([heading, body]) => ({ text: heading, body })),
    ({ text, body }) => el("section", {}, el("h3", {}, text), el("p", {}, body)),
  );
  byId("help-title").textContent = words.help;
  byId("keys").textContent = words.keys;
  byId("credit").replaceChildren(...linked(data.credit));
}

/** Says that there is no such table; the way back to the room stays. */
function gone(sentence) {
  off("gone", true);
  byId("title").textContent = sentence;
  byId("table").hidden = true;
}
