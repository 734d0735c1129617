// What a browser remembers: a tab its person's name, so that two tabs are two people; all tabs the way to each seat.

const SEATS = "seats";
const SEATS_KEPT = 40;

export const name = {
  get: () => read(sessionStorage, "name") ?? "",
  set: (value) => write(sessionStorage, "name", value),
};

export const asText = {
  get: () => read(localStorage, "as-text") === "yes",
  set: (value) => write(localStorage, "as-text", value ? "yes" : "no"),
};

/** The address of the seat that somebody of this name has taken in this browser. */
export const seat = {
  get: (code, who) => seats().find(([key]) => key === seatKey(code, who))?.[1],
  set(code, who, address) {
    const others = seats().filter(([key]) => key !== seatKey(code, who));
    write(localStorage, SEATS, JSON.stringify([[seatKey(code, who), address], ...others].slice(0, SEATS_KEPT)));
  },
  /** Whether this browser knows the way to another seat of the same match. */
  hasOther: (code, address) => seats().some(([key, other]) => key.startsWith(`${code} `) && other !== address),
};

const seatKey = (code, who) => `${code} ${who.toLowerCase()}`;

function seats() {
  try {
    return JSON.parse(read(localStorage, SEATS) ?? "[]");
  } catch {
    return [];
  }
}

// A browser may be set to remember nothing; then the page works all the same.
function read(store, key) {
  try {
    return store.getItem(key);
  } catch {
    return null;
  }
}

function write(store, key, value) {
  try {
    store.setItem(key, value);
  } catch {
    // Nothing is lost but convenience.
  }
}
