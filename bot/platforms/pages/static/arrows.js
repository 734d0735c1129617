// Choices that push a line of the board: their text ends with the way, and their place lies just beyond the line's end.

const WAYS = { "<": [-1, 0], ">": [1, 0], "^": [0, -1], v: [0, 1] };
const OPPOSITE = { "<": ">", ">": "<", "^": "v", v: "^" };
/** Where the picture has its own signs for an arrow, in its pixels beyond the end of the line. */
const BEYOND = 10;

/** The way that a choice pushes a line, right and down; undefined for any other choice. */
export const wayOf = (choice) => WAYS[choice.text.at(-1)];

/** The point beside the end of the line where an arrow stands, in board units of so many pixels. */
export function standOf(choice, unit) {
  const [right, down] = wayOf(choice);
  const [x, y] = choice.at;
  // From the middle of the place back to the end of the line, and a little out again.
  const back = 0.5 - BEYOND / unit;
  return [x + 0.5 - right * back, y + 0.5 - down * back];
}

/** The line that a choice would push, in board units: all between its end and the opposite one. */
export function lineOf(choice, choices) {
  const sign = choice.text.at(-1);
  const other = choices.find((one) => one.text === choice.text.slice(0, -1) + OPPOSITE[sign]);
  if (!other) return undefined;
  const [right, down] = wayOf(choice);
  const [x, y] = [Math.min(choice.at[0], other.at[0]), Math.min(choice.at[1], other.at[1])];
  const length = Math.abs(choice.at[0] - other.at[0]) + Math.abs(choice.at[1] - other.at[1]) - 1;
  return right ? [x + 1, y, length, 1] : [x, y + 1, 1, down ? length : 1];
}
