import { groupSign } from './marks.ts';
import { Room } from './room.ts';
import { line, n, path, picture, rect, words } from './svg.ts';
import { fitted, textWidth } from './text-width.ts';

export interface TimelineEvent {
  /** YYYY, YYYY-MM or YYYY-MM-DD. */
  readonly date: string;
  readonly label: string;
  /** A record of a local source, as against an event that an answer dates. */
  readonly isRecord: boolean;
}

const size = 8.5;
const width = 360;
const height = 150;
const axisY = height - 18;
const left = 50;
const right = width - 6;
const dayMs = 86_400_000;
const maxLabel = 120;
const rowHeight = 8;

/** A date known to its year or month is placed in the middle of it. */
function plainDay(date: string): number {
  if (date.length === 4) return Date.parse(`${date}-07-01`);
  return Date.parse(date.length === 7 ? `${date}-15` : date);
}

type Scale = ReturnType<typeof scaleOf>;

/** From the first of the newer nine tenths of what is past, two years at least, to the last date known. */
function scaleOf(times: readonly number[], today: number) {
  const past = times.filter((time) => time <= today).toSorted((a, b) => a - b);
  const first = past[Math.floor(past.length / 10)] ?? today;
  const from = Math.min(first - 30 * dayMs, today - 730 * dayMs);
  const last = Math.max(today, ...times);
  const to = last > today ? last + (last - from) * 0.03 : today + (today - from) * 0.02;
  return { from, to, today, x: (time: number) => left + ((time - from) / (to - from)) * (right - left) };
}

function years({ from, to, x }: Scale): string {
  const [first, last] = [new Date(from).getUTCFullYear() + 1, new Date(to).getUTCFullYear()];
  const every = Math.max(1, Math.ceil((last - first + 1) / 9));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
    .filter((year) => (last - year) % every === 0)
    .map((year) => {
      const at = x(Date.UTC(year, 0, 1));
      const tick = line(at, axisY, at, axisY + 4, { stroke: 'var(--soft)', 'stroke-width': 1 });
      const text = String(year);
      const middle = Math.min(at, width - textWidth(text, size) / 2 - 1);
      return tick + words(middle, axisY + 14, text, { size, anchor: 'middle', fill: 'var(--soft)' });
    })
    .join('');
}

/** What lies ahead is set on other ground, with its own word. */
function ahead({ today, to, x }: Scale, room: Room, hasFuture: boolean): string {
  const at = x(today);
  const read = `read ${new Date(today).toISOString().slice(0, 10)}`;
  const now =
    line(at, 24, at, axisY, { stroke: 'var(--subject)', 'stroke-width': 1.4 }) +
    words(at - 3, 21, read, { size, anchor: 'end', halo: true });
  room.take({ x: at - 84, y: 12, width: 84, height: 11 });
  if (!hasFuture) return now;
  const ground = rect(at, 14, x(to) - at, axisY - 14, { fill: 'var(--later)', 'fill-opacity': '0.13' });
  return ground + now + words(width - 2, 10, 'dates ahead', { size, anchor: 'end', fill: 'var(--later)' });
}

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly event: TimelineEvent;
}

function dots(events: readonly TimelineEvent[], { x, from }: Scale, room: Room): readonly Dot[] {
  return events
    .filter(({ date }) => plainDay(date) >= from)
    .map((event) => {
      const at = Math.min(x(plainDay(event.date)), right - 4);
      let y = axisY - 7;
      while (y > 32 && !room.isFree({ x: at - 3.5, y: y - 3.5, width: 7, height: 7 })) y -= rowHeight;
      room.take({ x: at - 3.5, y: y - 3.5, width: 7, height: 7 });
      return { x: at, y, event };
    });
}

function named({ x, y, event }: Dot, room: Room): string {
  const text = `${event.date}: ${fitted(event.label, size, maxLabel)}`;
  const w = textWidth(text, size);
  const claim = (left: number, base: number) =>
    room.claim({ x: left - 1, y: base - size, width: w + 2, height: size + 2 });
  for (const left of [x + 6, x - w - 6]) if (claim(left, y + 3)) return words(left, y + 3, text, { size, halo: true });
  for (let base = y - 10; base > 34; base -= rowHeight) {
    for (const left of [x - w / 2, x - w + 6, x - 6]) {
      if (!room.isFree({ x: x - 0.5, y: base + 2, width: 1, height: y - base - 6 }) || !claim(left, base)) continue;
      room.take({ x: x - 0.5, y: base + 2, width: 1, height: y - base - 6 });
      const look = { fill: 'none', stroke: 'var(--soft)', 'stroke-width': 0.8 };
      return path(`M${n(x)} ${n(y - 4)}V${n(base + 2)}`, look) + words(left, base, text, { size, halo: true });
    }
  }
  return '';
}

/**
 * Dated events along a line of time, newest at the right, dates ahead on ground of their own; what is older than the
 * line is counted at its beginning. `now`: when the sources were read, ISO 8601.
 */
export function drawTimeline(events: readonly TimelineEvent[], now: string, id: string): string {
  const today = Date.parse(now);
  const dated = events.filter(({ date }) => !Number.isNaN(plainDay(date)));
  const scale = scaleOf(
    dated.map(({ date }) => plainDay(date)),
    today,
  );
  const room = new Room(width, height);
  const future = dated.filter(({ date }) => plainDay(date) > today);
  const ground = ahead(scale, room, future.length > 0);
  const older = dated.filter(({ date }) => plainDay(date) < scale.from);
  const oldest = older.map(({ date }) => date.slice(0, 4)).sort()[0];
  const placed = dots(dated, scale, room);
  // dates ahead and events first: a label is for what is read once, and records of one kind are many
  const order = placed.toSorted((a, b) => Number(a.event.isRecord) - Number(b.event.isRecord) || b.x - a.x);
  const labels = order.map((dot) => named(dot, room));
  const parts = [
    ground,
    line(left, axisY, right, axisY, { stroke: 'var(--soft)', 'stroke-width': 1.2 }),
    years(scale),
    ...labels,
    ...placed.map(({ x, y, event }) => groupSign(event.isRecord ? 'record' : 'plan', [x, y], 3)),
    older.length > 0
      ? words(0, axisY - 12, `${older.length} earlier`, { size }) +
        words(0, axisY - 2, `since ${oldest}`, { size, fill: 'var(--soft)' })
      : '',
    groupSign('record', [6, 8], 3) + words(14, 11, 'record', { size }),
    groupSign('plan', [54, 8], 3) + words(62, 11, 'other event', { size }),
  ];
  const first = dated.slice(0, 12).map(({ date, label }) => `${date} ${label}`);
  const desc = `${dated.length} dated entries, ${future.length} of them ahead. Newest first: ${first.join('; ')}.`;
  return picture({ id, width, height, title: 'Dated records along time', desc }, parts);
}
