// How the arrow keys walk over a board: by place, to the nearest choice in that direction, and round the edge.

const DIRECTIONS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };
const ASIDE = 3;
const ROUND = 100;

/** The choice that a key leads to from another one; undefined if the key is no arrow or there is no other choice. */
export function walk(key, from, choices) {
  const direction = DIRECTIONS[key];
  if (!direction) return undefined;
  const ways = choices
    .filter((choice) => choice !== from)
    .map((choice) => ({ choice, far: distance(middle(from), middle(choice), direction) }));
  return ways.sort((one, other) => one.far - other.far)[0]?.choice;
}

function distance([x, y], [toX, toY], [right, down]) {
  const ahead = (toX - x) * right + (toY - y) * down;
  const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
  // What lies behind comes last, the farthest first: that is where one comes in after going round the edge.
  return aside * ASIDE + ahead + (ahead > 0 ? 0 : ROUND);
}

const middle = ({ at: [x, y, width, height] }) => [x + width / 2, y + height / 2];
