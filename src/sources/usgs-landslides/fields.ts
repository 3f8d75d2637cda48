import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { code, computed, count, id, point, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { textOf } from '../../kernel/text.ts';

/** A day, or what an inventory writes where it knows a year or a month alone. */
const movedOn = (column: string, description?: string) =>
  computed([column], description ? z.string().describe(description) : z.string(), ([cell]) => {
    return dateOf(cell) ?? textOf(cell, 20);
  });

export const landslides = table('usgs-landslides', {
  id: id('USGS_ID', { maxLength: 40 }),
  from: movedOn('Date_Min', 'Earliest date of the movement'),
  until: movedOn('Date_Max'),
  confidence: count('Confidence'),
  confidenceLegend: code('Confidence', {
    closed: true,
    description: "The publisher's own legend of the code",
    legend: legendOf('usgs-landslides', 'Confidence'),
  }),
  type: text('LS_Type', { maxLength: 80 }),
  inventory: text('Inventory', { maxLength: 100 }),
  at: point('Lat_N', 'Lon_W', { required: true }),
});
