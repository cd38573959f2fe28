/* How well a line drawn blind went where it should: by its nearest point to the port, how it set out, how far
   it went, and whether it met a coast. Nothing is shown here. */
import type { Point, PortPicture } from "../picture";
import { distance, type Trip } from "../trip";

export interface Score {
  whole: number; // of 100, as are its parts
  heading: number;
  length: number;
  coast: number;
  arrival: number;
  lean: number; // degrees, clockwise
  reach: number; // how far it went of how far it should, in hundredths
  gap: number; // units between the line and the circle of the port
}

/* The point of a stretch nearest to another. */
function nearest(a: Point, b: Point, to: Point): Point {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : ((to[0] - a[0]) * dx + (to[1] - a[1]) * dy) / length;
  const at = Math.max(0, Math.min(1, part));
  return [a[0] + dx * at, a[1] + dy * at];
}

const bearing = (from: Point, to: Point): number => (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI;
const kept = (n: number): number => Math.max(0, Math.min(100, Math.round(n)));

export function judge(trip: Trip, port: PortPicture): Score {
  const to: Point = [port.x, port.y];
  const start = trip.line[0] ?? to;
  const best = trip.line
    .slice(1)
    .map((point, i) => nearest(trip.line[i] ?? point, point, to))
    .reduce((one, other) => (distance(other, to) < distance(one, to) ? other : one), start);
  const gap = Math.max(0, distance(best, to) - port.radius);
  const went = distance(start, best);
  const turn = went < 20 ? 0 : bearing(start, best) - bearing(start, to);
  const lean = gap === 0 ? 0 : Math.round(((turn + 540) % 360) - 180);
  const reach = gap === 0 ? 100 : Math.round((100 * went) / Math.max(1, distance(start, to)));
  const parts = {
    heading: went < 20 ? 0 : kept(100 - 4 * Math.abs(lean)),
    length: kept(100 - 2 * Math.abs(100 - reach)),
    coast: trip.land === "aground" ? 0 : 100,
    arrival: kept(100 - gap / 1.5),
  };
  const whole = kept(0.4 * parts.arrival + 0.2 * (parts.heading + parts.length + parts.coast));
  return { whole, ...parts, lean, reach, gap: Math.round(gap) };
}
