import type { Block, Cell } from '../document.ts';
import { grouped } from '../values.ts';
import type { Chart } from './schema.ts';
import { circle, line, n, path, picture, rect, words } from './svg.ts';
import { fitted, textWidth } from './text-width.ts';

const size = 8.5;
const width = 360;
const height = 150;
const gutter = 78;

type Plot = ReturnType<typeof plotOf>;

const isNamed = ({ series, levels = [] }: Chart) => levels.length > 0 || series.some(({ name }) => name !== undefined);
const plotOf = (chart: Chart) => ({
  left: 34,
  right: isNamed(chart) ? width - gutter : width - 8,
  top: 26,
  bottom: height - 18,
});

/** A value with two decimals at most, or four where it is so small that two would tell nothing. */
const shown = (value: number) => grouped(Number(value.toFixed(Math.abs(value) < 0.1 ? 4 : 2)));

/** A line of an axis: whole or with as many decimals as its step needs. */
const shownTick = (value: number, step: number) =>
  grouped(Number(value.toFixed(step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9))));

/** A step of 1, 2 or 5 times a power of ten, so that the axis has three to five lines. */
export function stepOf(range: number): number {
  const rough = Math.max(range, 1e-9) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10) * power;
}

type Axis = ReturnType<typeof axisOf>;

const valuesOf = ({ series }: Chart) => series.flatMap(({ values }) => values.filter((value) => value !== null));

/** Columns begin at zero, always: their height is the value. A line shows its range, and zero where it is near. */
function axisOf(chart: Chart, plot: Plot) {
  const all = [...valuesOf(chart), ...(chart.levels ?? []).map(({ value }) => value)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const fromZero = chart.form === 'columns' || (least >= 0 && least < most * 0.4);
  const [low, high] = fromZero ? [Math.min(0, least), Math.max(0, most)] : [least, most];
  const whole = chart.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const wanted = stepOf(high - low || Math.abs(high) || 1);
  const step = whole ? Math.max(1, wanted) : wanted;
  const [from, to] = [Math.floor(low / step), Math.max(Math.ceil(high / step), Math.floor(low / step) + 1)];
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step);
  const [bottom, top] = [from * step, to * step];
  return {
    ticks,
    step,
    y: (value: number) => plot.bottom - ((value - bottom) / (top - bottom)) * (plot.bottom - plot.top),
  };
}

function grid({ ticks, step, y }: Axis, plot: Plot): string {
  return ticks
    .map((tick) => {
      const look = { stroke: tick === 0 ? 'var(--soft)' : 'var(--grid)', 'stroke-width': 1 };
      const text = { size, anchor: 'end', fill: 'var(--soft)' } as const;
      return (
        line(plot.left, y(tick), plot.right, y(tick), look) +
        words(plot.left - 4, y(tick) + 3, shownTick(tick, step), text)
      );
    })
    .join('');
}

const slotOf = (chart: Chart) => (plotOf(chart).right - plotOf(chart).left) / chart.labels.length;
const middleOf = (chart: Chart, index: number) => plotOf(chart).left + slotOf(chart) * (index + 0.5);

/** Labels below the axis, as many as there is room for; the last one always. */
function axisLabels(chart: Chart): string {
  const widest = Math.max(...chart.labels.map((label) => textWidth(label, size))) + 6;
  const every = Math.max(1, Math.ceil(widest / slotOf(chart)));
  return chart.labels
    .map((label, index) => {
      if ((chart.labels.length - 1 - index) % every !== 0) return '';
      const half = textWidth(label, size) / 2;
      const at = Math.max(half, Math.min(middleOf(chart, index), width - half));
      return words(at, height - 6, label, { size, anchor: 'middle', fill: 'var(--soft)' });
    })
    .join('');
}

function columns(chart: Chart, { y }: Axis): string {
  const slot = slotOf(chart);
  const thick = Math.min(34, slot * 0.62);
  return (chart.series[0]?.values ?? [])
    .map((value, index) => {
      if (value === null) return '';
      const x = middleOf(chart, index);
      const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
      const bar = rect(x - thick / 2, top, thick, Math.max(bottom - top, 0.5), { fill: 'var(--bar)' });
      const label = value < 0 ? bottom + size : top - 3;
      return bar + words(x, label, shown(value), { size, anchor: 'middle', weight: 600 });
    })
    .join('');
}

const dashes = [undefined, '5 3'] as const;

const colorOf = (series: number) => (series === 0 ? 'var(--bar)' : 'var(--later)');

function curves(chart: Chart, { y }: Axis): string {
  return chart.series
    .map(({ name, values }, series) => {
      const points = values.flatMap((value, index) =>
        value === null ? [] : [{ value, x: middleOf(chart, index), y: y(value) }],
      );
      const stroke = colorOf(series);
      const d = points.map((point, at) => `${at === 0 ? 'M' : 'L'}${n(point.x)} ${n(point.y)}`).join('');
      const look = { fill: 'none', stroke, 'stroke-width': 2, 'stroke-linejoin': 'round' };
      const curve = path(d, { ...look, 'stroke-dasharray': dashes[series] });
      const dots = points.map((point) => circle([point.x, point.y], 2.4, { fill: stroke }));
      // of a line without a name the first and the last value; of two lines the last ones are at the right
      const [first, last] = [points[0], points[points.length - 1]];
      const ends = name === undefined ? [...new Set([first, last])] : [];
      const texts = ends.flatMap((point) =>
        point
          ? [words(point.x, point.y - 6, shown(point.value), { size, anchor: 'middle', weight: 600, halo: true })]
          : [],
      );
      return [curve, ...dots, ...texts].join('');
    })
    .join('');
}

interface Named {
  readonly name: string;
  readonly value: string;
  readonly y: number;
  readonly color: string;
  readonly dash: string | undefined;
}

/** Where there is no room for both, the name is cut and the value stays whole. */
const labelIn = ({ name, value }: Named, room: number) =>
  `${fitted(name, size, room - textWidth(` ${value}`, size))} ${value}`;

const step = size + 1.5;

/** Names with their values at the right, in the order of their heights and none over another, each with a line to its own. */
function namesAtRight(chart: Chart, { y }: Axis, { left, right, top, bottom }: Plot): string {
  const ends = chart.series.flatMap(({ name, values }, series): Named[] => {
    const last = values.findLast((value) => value !== null);
    if (name === undefined || last === undefined || last === null) return [];
    return [{ name, value: shown(last), y: y(last), color: colorOf(series), dash: dashes[series] }];
  });
  const levels = (chart.levels ?? []).map(({ label, value }): Named => {
    return { name: label, value: shown(value), y: y(value), color: 'var(--subject)', dash: '6 3' };
  });
  const named = [...ends, ...levels].toSorted((a, b) => a.y - b.y);
  let next = Number.NEGATIVE_INFINITY;
  const down = named.map((one) => {
    next = Math.max(one.y, next + step, top - 4);
    return next;
  });
  // what was pushed below the axis pushes the others up again
  let least = bottom;
  const places = down.toReversed().map((at) => {
    const place = Math.min(at, least);
    least = place - step;
    return place;
  });
  return named
    .map((one, index) => {
      const { y: own, color, dash } = one;
      const at = places[named.length - 1 - index] ?? own;
      const level = levels.includes(one);
      const look = { stroke: color, 'stroke-width': 1.2, 'stroke-dasharray': dash };
      const across = level ? line(left, own, right, own, look) : '';
      const x = level ? right : middleOf(chart, chart.labels.length - 1) + 3;
      const d = `M${n(x)} ${n(own)}L${n(right + 6)} ${n(at)}`;
      const link = path(d, { fill: 'none', stroke: color, 'stroke-width': 0.9 });
      const label = labelIn(one, gutter - 9);
      return across + link + words(right + 9, at + 3, label, { size, weight: level ? undefined : 600 });
    })
    .join('');
}

/** All values in words, for those who do not see the chart. */
export function chartWords({ title, unit, labels, series, levels: named = [] }: Chart): string {
  const values = series.map(({ name, values: own }) => {
    const pairs = own.map((value, index) => `${labels[index]}: ${value === null ? 'none' : shown(value)}`);
    return `${name ? `${name}. ` : ''}${pairs.join('; ')}`;
  });
  const bounds = named.map(({ label, value }) => `${label} ${shown(value)}`);
  return [`${title}, ${unit}.`, `${values.join('. ')}.`, ...(bounds.length > 0 ? [`${bounds.join('; ')}.`] : [])].join(
    ' ',
  );
}

/** A chart with its axis, the values on it, and all of them in its description. `id`: unique among the pictures of a page. */
export function drawChart(chart: Chart, id: string): string {
  const plot = plotOf(chart);
  const axis = axisOf(chart, plot);
  const unit = fitted(chart.unit, size, width - 8);
  return picture({ id, width, height, title: chart.title, desc: chartWords(chart) }, [
    words(0, 10, unit, { size, fill: 'var(--soft)' }),
    grid(axis, plot),
    chart.form === 'columns' ? columns(chart, axis) : curves(chart, axis),
    namesAtRight(chart, axis, plot),
    axisLabels(chart),
  ]);
}

/** A chart of half the width over its caption. */
export const chartPicture = (chart: Chart, id: string, caption: Cell): Block => ({
  kind: 'picture',
  svg: drawChart(chart, id),
  alt: chartWords(chart),
  caption,
  width: 'half',
});
