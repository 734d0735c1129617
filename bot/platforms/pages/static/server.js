// Asks the server. What it refuses is an error with the server's own sentence; a server out of reach is any other error.

export class Refused extends Error {
  constructor(status, message) {
    super(message ?? "");
    this.status = status;
  }
}

/** Fetches an address, or posts to it. */
export async function ask(address, body) {
  const request =
    body === undefined
      ? { cache: "no-store" }
      : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(address, request);
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, said.message);
  return said;
}
