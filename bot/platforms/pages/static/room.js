// The page of a room: who waits, what goes on, who plays best.

import { byId, el, fill, line, linked } from "./dom.js";
import { live } from "./live.js";
import * as memory from "./memory.js";
import { mark, off } from "./off.js";
import { Options } from "./options.js";
import { Refused, ask } from "./server.js";
import { notice, offline } from "./toast.js";

const room = location.pathname.split("/").pop();
const address = `/api/r/${room}`;
const ORDER = ["open", "running", "over"];
const COLUMNS = ["place", "player", "rating", "played", "won", "lost"];

let words;
let shown;

const name = byId("name");
name.value = memory.name.get();
name.addEventListener("input", () => {
  memory.name.set(name.value.trim());
  name.removeAttribute("aria-invalid");
  // Which tables are one's own depends on the name.
  if (shown) showMatches(shown.matches);
});

const options = new Options(`${address}/offer`, () => page.refresh());
const page = live({
  address: () => address,
  show,
  offline: (isOffline) => offline(isOffline, words),
  gone: notice,
});
page.follow(room, `${address}/events`);

byId("open").addEventListener("submit", (event) => {
  event.preventDefault();
  const level = isAgainstComputer() ? byId("level").value : undefined;
  sit("open", { ...way(), options: options.chosen, level });
});
byId("open").addEventListener("change", (event) => {
  if (["preset", "against"].includes(event.target.name)) showWay();
});

/** What is to be played. */
function way() {
  const [game, preset] = new FormData(byId("open")).get("preset").split("/");
  return { game, preset };
}

function isAgainstComputer() {
  return !byId("against").hidden && new FormData(byId("open")).get("against") === "computer";
}

/** Opens or joins a table, and goes to the seat. */
async function sit(how, what) {
  const who = name.value.trim();
  if (!who) {
    name.setAttribute("aria-invalid", "true");
    name.focus();
    return;
  }
  off("busy", true);
  try {
    const { seat } = await ask(`${address}/${how}`, { name: who, ...what });
    notice("");
    location.assign(seat);
    return;
  } catch (trouble) {
    if (trouble instanceof Refused) notice(trouble.message || words.broken);
    page.refresh();
  }
  off("busy", false);
}

function show(data) {
  shown = data;
  words = data.words;
  document.documentElement.lang = data.locale;
  document.title = room === "home" ? "Tumbledown" : `${room} · Tumbledown`;
  byId("name-label").textContent = words.name;
  byId("name-hint").textContent = words.name_hint;
  byId("against-title").textContent = words.against;
  byId("somebody").textContent = words.somebody;
  byId("computer").textContent = words.computer;
  byId("level").setAttribute("aria-label", words.level);
  byId("more-title").textContent = words.more;
  byId("matches-title").textContent = words.matches;
  byId("nobody").textContent = words.nobody;
  byId("best-title").textContent = words.leaderboard;
  byId("no-rating").textContent = words.no_rating;
  fill(byId("games"), data.games, gameOf, (game) => game.slug);
  if (!document.querySelector("input[name=preset]:checked")) document.querySelector("input[name=preset]").checked = true;
  showWay();
  showMatches(data.matches);
  showStandings(data.leaderboards);
  byId("credit").replaceChildren(...data.credits.map((credit) => el("p", {}, ...linked(credit))));
  byId("room").hidden = false;
  mark();
}

/** What goes with the preset and the opponent that are chosen. */
function showWay() {
  const { game, preset } = way();
  const { levels, level } = shown.games.find((one) => one.slug === game);
  options.reset(game, preset);
  byId("against").hidden = levels.length === 0;
  fill(
    byId("level"),
    levels.map(([text, named]) => ({ text, named, usual: text === level })),
    ({ text, named, usual }) => el("option", { value: text, selected: usual }, named),
  );
  byId("level").hidden = !isAgainstComputer();
  byId("start").textContent = isAgainstComputer() ? words.begin : words.start;
}

function gameOf(game) {
  const presets = game.presets.map((preset) =>
    el(
      "label",
      { className: "preset" },
      el("input", { type: "radio", name: "preset", value: `${game.slug}/${preset.slug}` }),
      el("span", {}, el("b", {}, preset.name), el("span", { className: "hint" }, preset.meaning)),
    ),
  );
  return el(
    "fieldset",
    {},
    el("legend", {}, el("b", {}, game.name), el("span", { className: "hint" }, game.tagline)),
    ...presets,
  );
}

function showMatches(matches) {
  const who = name.value.trim();
  const sorted = [...matches]
    .sort((one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status))
    .map((match) => ({ ...match, seat: memory.seat.get(match.code, who), forMe: isFor(match, who) || match.may_join }));
  byId("nobody").hidden = sorted.length > 0;
  fill(byId("matches"), sorted, matchOf, (match) => match.code);
  mark();
}

/** Whether a table is open to a person: to everybody, or to the one who is asked. */
function isFor(match, who) {
  return match.status === "open" && (!match.invited || match.invited.toLowerCase() === who.toLowerCase());
}

function matchOf(match) {
  const acts = [];
  const about = `${match.title} #${match.code}`;
  if (match.seat && match.status !== "over") {
    acts.push(el("a", { className: "button primary", href: match.seat, "aria-label": `${words.go_on}: ${about}` }, words.go_on));
  } else if (match.forMe) {
    const label = match.may_join ? words.join_next : words.join;
    const join = { className: "primary", "data-server": true, "aria-label": `${label}: ${about}` };
    acts.push(el("button", { ...join, type: "button", onclick: () => sit("join", { match: match.code }) }, label));
  }
  const watch = { className: "button", href: `/w/${match.watch}`, "aria-label": `${words.watch}: ${about}` };
  acts.push(el("a", watch, words.watch));
  return el(
    "li",
    { className: `panel match ${match.status}` },
    el(
      "div",
      {},
      el("p", { className: "hint" }, match.title, el("span", { className: "code" }, ` #${match.code}`)),
      el("p", { className: "people" }, match.people.join(" · ")),
      ...match.lines.map((parts) => el("p", {}, ...line(parts))),
    ),
    el("div", { className: "acts" }, ...acts),
  );
}

/** Who plays best, for each game that somebody has played for a rating. */
function showStandings(leaderboards) {
  byId("no-rating").hidden = leaderboards.length > 0;
  fill(byId("standings"), leaderboards, leaderboardOf, ({ game }) => game);
}

function leaderboardOf({ game, players }) {
  const titles = COLUMNS.map((column) => el("th", { scope: "col", className: column }, words[column]));
  return el(
    "li",
    {},
    el("h3", {}, game),
    el(
      "div",
      { className: "panel" },
      el("table", { "aria-label": game }, el("thead", {}, el("tr", {}, ...titles)), el("tbody", {}, ...players.map(standingOf))),
    ),
  );
}

function standingOf(one) {
  const cell = (column) => el("td", { className: column }, String(one[column]));
  return el("tr", {}, cell("place"), el("th", { scope: "row" }, one.name), ...COLUMNS.slice(2).map(cell));
}
