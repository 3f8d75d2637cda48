import { z } from 'zod';
import { CitedSourceSchema } from './schema.ts';

/** One small chart: values of one or two series under the same labels. */
export const ChartSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  form: z.enum(['columns', 'line']),
  /** What the values are counted or measured in, in words. */
  unit: z.string().min(1),
  /** Along the horizontal axis, in order. */
  labels: z.array(z.string().min(1)).min(2),
  series: z
    .array(
      z.strictObject({
        name: z.string().optional(),
        /** One per label; null where there is none. */
        values: z.array(z.number().nullable()),
      }),
    )
    .min(1)
    .max(2),
  /** Values that the source names, such as a flood stage. */
  levels: z.array(z.strictObject({ label: z.string().min(1), value: z.number() })).optional(),
  note: z.string().optional(),
  citation: CitedSourceSchema,
});

export const ChartSectionShape = { kind: z.literal('charts'), charts: z.array(ChartSchema).min(1) };

export type Chart = z.infer<typeof ChartSchema>;
