import { z } from 'zod';
import type { Block, Section } from '../../../reports/document.ts';
import { run } from '../../../reports/document.ts';
import { chartWords, drawChart } from '../../../reports/pictures/chart.ts';
import { ChartSchema } from '../../../reports/pictures/chart-schema.ts';
import { sourceLine } from '../../../reports/words.ts';
import { section } from './parts.ts';

/** Field of a sold body that holds charts. */
export const chartField = 'charts';

/** The charts of a body, two by two; their values stand in the tables of its sections and in their descriptions. */
export function chartsSection(body: Readonly<Record<string, unknown>>): Section[] {
  const charts = z.array(ChartSchema).safeParse(body[chartField]).data ?? [];
  const pictures = charts.map((chart): Block => {
    const { id, title, note, citation } = chart;
    return {
      kind: 'picture',
      svg: drawChart(chart, `chart-${id.replaceAll(/[^a-z0-9]+/g, '-')}`),
      alt: chartWords(chart),
      caption: [[run(`${title}${note ? `, ${note}` : ''}`, 'strong')], sourceLine(citation)],
      width: 'half',
    };
  });
  return section('charts', 'In figures', pictures);
}
