// Keeps a page up to date.
//
// The server says only that a room has changed; each page then fetches what it shows. All tabs of a room share one
// stream of events, because a browser allows six connections to a server and more tabs than that would wait for ever.
// Which tab holds the stream is settled by a lock: when it closes, the next one takes over.

import { Refused, ask } from "./server.js";

const RETRY = 2000;

/**
 * Shows what an address answers, now and whenever `follow` hears of a change.
 *
 * @param address says where the page's data are now
 * @param show is given the data
 * @param offline is told whether the server is out of reach
 * @param gone is given the sentence when there is no such thing (any more)
 */
export function live({ address, show, offline, gone }) {
  let asking = false;
  let again = false;
  let following = false;

  async function refresh() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    let asked, shown;
    do {
      again = false;
      asked = address();
      try {
        shown = await ask(asked);
      } catch (trouble) {
        asking = false;
        if (trouble instanceof Refused && trouble.status === 404) gone(trouble.message);
        else {
          offline(true);
          setTimeout(refresh, RETRY);
        }
        return;
      }
    } while (again || asked !== address());
    asking = false;
    offline(false);
    show(shown);
  }

  function follow(room, events) {
    if (following) return;
    following = true;
    share(`room ${room}`, events, (said) => (said === "lost" ? offline(true) : refresh()));
    // Where another tab has the stream, nobody tells what has changed since the page was fetched.
    refresh();
  }

  return { refresh, follow };
}

function share(name, events, hear) {
  const channel = new BroadcastChannel(name);
  const tell = (said) => {
    channel.postMessage(said);
    hear(said);
  };
  channel.addEventListener("message", ({ data }) => hear(data));
  // The lock is held as long as the page lives.
  navigator.locks.request(name, () => new Promise(() => listen(events, tell)));
}

function listen(events, tell) {
  const stream = new EventSource(events);
  stream.addEventListener("changed", () => tell("changed"));
  stream.addEventListener("error", () => {
    tell("lost");
    // The browser tries again by itself unless the server answered with an error.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => listen(events, tell), RETRY);
  });
}
