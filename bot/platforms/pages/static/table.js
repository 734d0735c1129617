// The page of a table, for who sits there and for who watches.
//
// A move may take several steps. Its beginning lives in the page: the server is asked how the table looks after it.

import { Board, tab } from "./board.js";
import { Cards } from "./cards.js";
import { byId, el, fill, isTimed, line, linked, token } from "./dom.js";
import { Film } from "./film.js";
import { History } from "./history.js";
import { live } from "./live.js";
import * as memory from "./memory.js";
import { isBusy, isOff, mark, off } from "./off.js";
import { Refused, ask } from "./server.js";
import { listenToKeys } from "./shortcuts.js";
import { notice, offline } from "./toast.js";

const key = location.pathname.split("/").pop();
const address = `/api/t/${key}`;

/** Letters of a description from which on a label alone does not tell what is chosen. */
const SPELT_OUT = 70;

let words;
let shown;
let begun = { text: "", ply: 0 };
/** The beginnings before this one: where a step back leads. */
let trail = [];
let afterAnswer;

const board = new Board({ play, undo, changed: () => showPick() });
const history = new History(() => showPosition());
const cards = new Cards(address, {
  changed() {
    showPosition();
    showMoves(shown);
  },
  play,
  act: (name) => act(name),
});
const film = new Film(address);
const page = live({ address: whereNow, show, offline: (isOffline) => offline(isOffline, words), gone });
page.refresh();

byId("whole").addEventListener("click", () => playWhole());
byId("play-picked").addEventListener("click", () => (board.picked ? play(board.picked.text) : playWhole()));
for (const button of document.querySelectorAll(".undo")) button.addEventListener("click", () => undo());
for (const button of document.querySelectorAll(".cancel")) button.addEventListener("click", () => cancel());
byId("as-text").addEventListener("click", () => {
  memory.asText.set(!memory.asText.get());
  showPosition();
});
byId("type").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = byId("input").value.trim();
  // Who types a whole move means it.
  if (text && (await post("move", { ply: shown.ply, text, begun: begun.text, typed: true }))) byId("input").value = "";
});
byId("yes").addEventListener("click", () => act(byId("sure").dataset.act));
byId("no").addEventListener("click", () => keepPlaying());
listenToKeys({
  letGo() {
    board.letGo();
    byId("help").open = false;
    if (byId("sure").hidden) cancel();
    else keepPlaying();
  },
  undo,
  playWhole,
});

/** Where the server tells how the table looks, after the beginning of a move where there is one. */
function whereNow() {
  return begun.text ? `${address}?${new URLSearchParams({ begun: begun.text })}` : address;
}

/** Plays a move on the position that this page shows, or begins it. Returns whether the server took it. */
function play(text) {
  return post("move", { ply: shown.ply, text });
}

/** Plays the move that was begun as it stands. Returns whether there is one. */
function playWhole() {
  if (!canStep() || !shown.whole) return false;
  post("move", { ply: shown.ply, text: begun.text, as_it_stands: true });
  return true;
}

/** Takes the last step of a move back, also one that is still under way. Returns whether there was one. */
function undo() {
  return stepBack(() => goBackTo(trail.pop() ?? ""));
}

/** Takes all of a move back that was begun. */
function cancel() {
  return stepBack(() => goBackTo(""));
}

function stepBack(step) {
  if (isBusy()) afterAnswer = () => stepBack(step);
  else if (canStep()) step();
  else return false;
  return true;
}

/** Whether a move is begun, and seen. */
const canStep = () => Boolean(begun.text) && history.ply === undefined && !isOff();

function goBackTo(text) {
  begun.text = text;
  board.letGo();
  page.refresh();
}

/** Does something else with the table: resigns, asks for a rematch and so on. */
const act = (name) => post("act", { act: name });

/** Sits down at a table where rounds are played already. Who has no name here yet chooses one in the room. */
async function join(match) {
  const name = memory.name.get();
  if (!name) location.assign(byId("back").href);
  else await post(`/api/r/${shown.room}/join`, { name, match });
}

async function post(how, what) {
  if (isOff()) return false;
  off("busy", true);
  board.letGo();
  try {
    const said = await ask(how.startsWith("/") ? how : `${address}/${how}`, what);
    notice(said.told ?? "");
    if (said.told) return true;
    if (said.seat) {
      location.assign(said.seat);
      return true;
    }
    history.forget();
    keepPlaying();
    if (how === "move" && !said.begun) cards.fold();
    if (said.repeated) {
      page.refresh();
      return true;
    }
    if (said.begun && said.begun !== begun.text) trail.push(begun.text);
    begun = { text: said.begun ?? "", ply: said.ply };
    show(said);
    // News have overtaken the answer.
    if (shown !== said) page.refresh();
    return true;
  } catch (trouble) {
    if (!(trouble instanceof Refused)) offline(true, words);
    else notice(trouble.message || words.broken);
    page.refresh();
    return false;
  } finally {
    off("busy", false);
    afterAnswer?.();
    afterAnswer = undefined;
  }
}

function show(data) {
  // Answers may overtake each other; an older one tells nothing new.
  // The next match of a series counts anew.
  if (shown && data.code === shown.code && data.version < shown.version) return;
  if (data.begun && begun.ply < data.since) {
    // What this seat may do has changed, so what was begun is forgotten, even where it could be begun again.
    goBackTo("");
    return;
  }
  begun = { text: data.begun ?? "", ply: data.ply };
  if (!begun.text) trail = [];
  if (data.your_turn && shown && !shown.your_turn) notice("");
  shown = data;
  words = data.words;
  page.follow(data.room, `${address}/events`);
  document.documentElement.lang = data.locale;
  document.title = `${data.your_turn ? "● " : ""}${data.title} · Tumbledown`;
  byId("title").replaceChildren(data.title, el("span", { className: "code" }, ` #${data.code}`));
  byId("back").href = `/r/${data.room}`;
  byId("back").querySelector("span").textContent = words.back;
  showSeats(data);
  showNews(data);
  showWaiting(data);
  showPosition();
  showMoves(data);
  showActs(data);
  showTexts(data);
  const me = data.seats.find((seat) => seat.you);
  if (me) memory.seat.set(data.code, me.name, location.pathname);
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
  film.show(data, words);
  const { ply } = history;
  const inLetters = memory.asText.get();
  byId("as-text").textContent = words.text_board;
  byId("as-text").setAttribute("aria-pressed", String(inLetters));
  byId("picture").hidden = inLetters;
  byId("letters").hidden = !inLetters;
  byId("letters").setAttribute("aria-label", words.text_board);
  byId("moves").hidden = (data.choices.length === 0 && !begun.text) || ply !== undefined;
  byId("public").hidden = data.public.length === 0 || ply !== undefined;
  cards.show(data, words, { isPresent: ply === undefined, inLetters, isBegun: Boolean(begun.text) });
  showSeats(data);
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
  showPick();
  mark();
}

function showSeats(data) {
  // A picture that is no board shows the seats itself.
  byId("seats").hidden = data.status === "open" || (data.picture?.top === 0 && !memory.asText.get());
  byId("seats").classList.toggle("many", data.seats.length > 2);
  const seats = data.seats.map((seat, index) => ({ ...seat, index }));
  fill(byId("seats"), seats, (seat) => seatOf(seat), (seat) => seat.index);
}

function seatOf(seat) {
  const gold = seat.won ? "won" : seat.to_move ? "turn" : "";
  const isOut = seat.out && !seat.won;
  const notes = [seat.you && words.you, isOut && words.out].filter(Boolean);
  return el(
    "li",
    { className: `chip ${isOut ? "out" : gold}`, "aria-current": seat.to_move ? "true" : undefined },
    ...(gold ? [tab(gold)] : []),
    token(seat.index, seat.free ? "free" : isOut ? "out" : "seat"),
    el(
      "span",
      { className: "who" },
      el("span", { className: "name", title: seat.name }, seat.name),
      ...(notes.length > 0 ? [el("span", { className: "note" }, notes.join(" · "))] : []),
    ),
  );
}

/** News and turn. The sentence that matters most stands out: whose move it is, or how the game ended. */
function showNews(data) {
  const told = data.lines.map((parts, at) => ({ parts, text: `${at} ${JSON.stringify(parts)}` }));
  const untimed = told.filter(({ parts }) => !isTimed(parts));
  const main = data.status === "running" ? untimed.at(-1) : untimed[0];
  const lines = told.map((one, at) => ({
    ...one,
    style: one === main ? "main" : data.unseen.includes(at) ? "unseen" : isTimed(one.parts) ? "hint" : "",
  }));
  if (!data.seated) lines.push({ parts: [words.watching], text: "watching", style: "hint" });
  fill(byId("news"), lines, ({ parts, style }) => el("p", { className: style }, ...line(parts)));
}

/** Who sits at a table that has not begun. Nobody has a shape yet: that is for the lot. */
function showWaiting(data) {
  byId("waiting").hidden = data.status !== "open";
  fill(
    byId("chairs"),
    data.seats.map((seat, index) => ({ ...seat, index })),
    (seat) => el("li", { className: seat.free ? "free" : "" }, seat.free ? words.free : seat.name),
    (seat) => seat.index,
  );
  byId("second").classList.toggle("primary", !data.acts.some((one) => one.act === "start"));
  byId("waiting-title").textContent = words.waiting_room;
  byId("share").textContent = words.share;
  byId("second").textContent = words.second;
  byId("second").href = `/r/${data.room}`;
}

function showMoves(data) {
  const hadFocus = byId("moves").contains(document.activeElement);
  const choices = cards.isFolded ? [] : data.choices;
  byId("moves-title").textContent = words.choices;
  byId("choices").classList.toggle("wide", choices.some((choice) => choice.label.length > 4));
  const isExplained = choices.some((choice) => choice.aria.length > SPELT_OUT);
  byId("choices").classList.toggle("explained", isExplained);
  byId("public").setAttribute("aria-label", words.at_the_table);
  fill(byId("public"), data.public, (choice) =>
    el("button", { "data-server": true, "aria-label": choice.aria, onclick: () => play(choice.text) }, choice.label),
  );
  fill(byId("choices"), choices.map((choice) => ({ ...choice, isExplained })), (choice) => {
    const point = () => board.point(choice);
    const leave = () => board.leave(choice);
    return el(
      "button",
      {
        "data-server": true,
        "aria-label": choice.aria,
        onclick: () => play(choice.text),
        onpointerenter: (event) => event.pointerType === "mouse" && point(),
        onpointerleave: leave,
        onfocus: (event) => event.target.matches(":focus-visible") && point(),
        onblur: leave,
      },
      ...(isExplained ? [el("b", {}, choice.label), el("span", { className: "hint" }, choice.aria)] : [choice.label]),
    );
  });
  byId("by-hand").textContent = data.by_hand ?? "";
  byId("ends").hidden = !begun.text;
  byId("whole").hidden = !data.whole;
  byId("whole").textContent = data.sure ?? words.play_whole;
  for (const button of document.querySelectorAll(".undo")) button.textContent = words.undo;
  for (const button of document.querySelectorAll(".cancel")) button.textContent = words.cancel;
  // Whoever goes through the list with the keyboard stays there.
  const isLost = hadFocus && !(byId("moves").contains(document.activeElement) && document.activeElement.checkVisibility());
  if (isLost) board.quietly(() => byId("choices").querySelector("button")?.focus({ preventScroll: true }));
  byId("type").hidden = !data.seated || data.status !== "running";
  byId("input-label").textContent = words.input;
  byId("play").textContent = words.play;
  fill(byId("completions"), choices, (choice) => el("option", { value: choice.text }));
}

/** The bar for thumbs: what is selected, or how the move that was begun may go on. */
function showPick() {
  const { picked } = board;
  const isBegun = Boolean(begun.text) && history.ply === undefined;
  // Below a hand its moves are in reach anyway.
  byId("pick").hidden = (!picked && !isBegun) || Boolean(shown.hand);
  byId("pick").classList.toggle("begun", isBegun);
  // What is asked stands above the board.
  byId("picked").textContent = picked?.aria ?? "";
  for (const button of byId("pick").querySelectorAll(".undo, .cancel")) button.hidden = !isBegun;
  byId("play-picked").hidden = !picked && !shown.whole;
  byId("play-picked").textContent = picked && !picked.final ? words.choose : words.play_whole;
}

function showActs(data) {
  // When a match is over, what comes next comes first; before it begins, that is what one waits for.
  const isLobby = data.status === "open" && data.seats.length > 2;
  const before = byId(isLobby ? "second" : data.status === "over" ? "log" : "sure");
  if (byId("acts").nextElementSibling !== before) before.before(byId("acts"));
  fill(byId("acts"), data.acts, (one) => {
    if (one.file) return el("a", { className: "button", href: `${address}/${one.act}`, download: "" }, one.label);
    const press = () => (one.confirm ? makeSure(one) : one.act === "join" ? join(one.match) : act(one.act));
    const style = one.primary ? "primary" : "";
    // A question opens in the page, so its button works offline too.
    return el("button", { className: style, "data-server": !one.confirm, onclick: press }, one.label);
  }, (one) => one.act);
  // What was asked may be past before it is answered.
  if (!data.acts.some((one) => one.act === byId("sure").dataset.act)) keepPlaying();
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
  const hadFocus = byId("sure").contains(document.activeElement);
  byId("sure").hidden = true;
  byId("acts").hidden = false;
  if (hadFocus) byId("acts").querySelector("button")?.focus();
}

function showTexts(data) {
  byId("rules-title").textContent = words.rules;
  fill(
    byId("rules-text"),
    data.rules.map(([heading, body]) => ({ text: heading, body })),
    ({ text, body }) => el("section", {}, el("h3", {}, text), el("p", {}, body)),
  );
  byId("house").hidden = !data.house;
  byId("house-title").textContent = data.house?.title ?? "";
  const agreed = (data.house?.rules ?? []).map((parts, at) => ({ parts, text: `${at} ${JSON.stringify(parts)}` }));
  fill(byId("house-rules"), agreed, ({ parts }) => el("p", {}, ...line(parts)));
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
