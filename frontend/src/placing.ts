// Where nodes stand: a small graph in columns, a large one as forces have it.
import { forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import type { SimulationLinkDatum, SimulationNodeDatum } from "d3-force";

export interface Place extends SimulationNodeDatum {
  id: string;
  /** How far from where reading begins; what is before that is negative. */
  column: number;
}

type Link = [string, string];

const LARGE = 200;
const DOWN = 34;
const LETTER = 7;
const LONGEST = 190;
const GAP = 80;
const SHAPE = 1.5;
const SWEEPS = 4;
const SLICE = 14;

/** Gives every place its x and y, and calls back when they rest. What it returns ends it early. */
export function place(places: Place[], links: Link[], done: () => void): () => void {
  if (places.length > LARGE) return withForces(places, links, done);
  inColumns(places, links);
  done();
  return () => undefined;
}

/** Column by column, each in the order of what it hangs together with; one that is too long is broken. */
function inColumns(places: Place[], links: Link[]): void {
  const columns = new Map<number, Place[]>();
  for (const one of places) columns.set(one.column, [...(columns.get(one.column) ?? []), one]);
  const sorted = [...columns].sort(([a], [b]) => a - b).map(([, column]) => column);
  const neighbours = new Map<string, string[]>();
  for (const [source, target] of links) {
    neighbours.set(source, [...(neighbours.get(source) ?? []), target]);
    neighbours.set(target, [...(neighbours.get(target) ?? []), source]);
  }
  const heights = new Map<string, number>();
  const stand = (column: Place[]): void => column.forEach((one, number) => heights.set(one.id, number - (column.length - 1) / 2));
  sorted.forEach(stand);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const column of sweep % 2 ? [...sorted].reverse() : sorted) {
      const wanted = new Map(column.map((one) => [one.id, mean((neighbours.get(one.id) ?? []).map((name) => heights.get(name) ?? 0))]));
      column.sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0));
      stand(column);
    }
  }
  const across = GAP + Math.min(LONGEST, LETTER * Math.max(...places.map((one) => one.id.length)));
  const most = bestHeight(sorted.map((column) => column.length), across);
  let x = 0;
  for (const column of sorted) {
    const parts = Math.ceil(column.length / most);
    column.forEach((one, number) => {
      const inPart = Math.ceil((column.length - (number % parts)) / parts);
      one.x = x + (number % parts) * across;
      one.y = (Math.floor(number / parts) - (inPart - 1) / 2) * DOWN + (number % parts) * 9;
    });
    x += parts * across;
  }
}

/** How many nodes may stand below each other, so that the whole fills a screen best. */
function bestHeight(lengths: number[], across: number): number {
  let best = 1;
  let least = Infinity;
  for (let most = 6; most <= LARGE; most++) {
    const columns = lengths.reduce((sum, length) => sum + Math.ceil(length / most), 0);
    const size = Math.max((columns * across) / SHAPE, Math.min(most, Math.max(...lengths)) * DOWN);
    if (size >= least) continue;
    least = size;
    best = most;
  }
  return best;
}

const mean = (numbers: number[]): number => (numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : 0);

/** In slices of time, so that the page stays alive. */
function withForces(places: Place[], links: Link[], done: () => void): () => void {
  const between = forceLink<Place, SimulationLinkDatum<Place>>(links.map(([source, target]) => ({ source, target }))).id((one) => one.id);
  const moving = forceSimulation(places)
    .stop()
    .force("link", between.distance(50))
    .force("apart", forceManyBody<Place>().strength(-160).theta(1.1).distanceMax(900))
    .force("across", forceX<Place>(0).strength(0.05))
    .force("down", forceY<Place>(0).strength(0.06))
    .alphaDecay(0.045);
  let waiting = 0;
  const go = (): void => {
    const until = performance.now() + SLICE;
    while (performance.now() < until && moving.alpha() > moving.alphaMin()) moving.tick();
    if (moving.alpha() > moving.alphaMin()) waiting = window.setTimeout(go);
    else done();
  };
  waiting = window.setTimeout(go);
  return () => window.clearTimeout(waiting);
}
