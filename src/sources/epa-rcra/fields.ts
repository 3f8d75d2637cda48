import { z } from 'zod';
import { computed, id, point, type RowOf, table, text } from '../../fields/define.ts';
import { textOf } from '../../kernel/text.ts';
import { handlerId } from '../shared/ids.ts';

/** What a handler notified as. `other`: a class that this service does not name (transporter, universe not stated). */
export const handlerClasses = ['tsdf', 'lqg', 'sqg', 'vsqg', 'other'] as const;

/** The class that comes first in the order of `handlerClasses`: a facility can be several. */
function classOf([universe]: readonly unknown[]): (typeof handlerClasses)[number] {
  const words = (textOf(universe) ?? '').toUpperCase();
  if (/TSDF|\bTSD\b/.test(words)) return 'tsdf';
  if (/\bLQG\b/.test(words)) return 'lqg';
  if (/\bSQG\b/.test(words)) return 'sqg';
  return /\b(VSQG|CESQG)\b/.test(words) ? 'vsqg' : 'other';
}

/** The class out of the words of RCRAInfo or of the registry, which spells the classes by their activity. */
export const handlerClass = (column: string) =>
  computed([column], z.enum(handlerClasses), classOf, { required: true as const });

export const handlers = table('epa-rcra', {
  handlerId: id('SourceID', { pattern: handlerId, required: true }),
  name: text('RCRAName', { maxLength: 100, otherwise: 'name not stated' }),
  city: text('RCRACity', { maxLength: 60 }),
  class: handlerClass('RCRAUniverse'),
  // "Active (H    )": the letters in brackets are EPA's activity codes
  status: computed(['RCRAStatus'], z.string(), ([status]) =>
    textOf(typeof status === 'string' ? status.replace(/\(.*/s, '') : undefined, 30),
  ),
  correctiveAction: computed(['CleanupActionFlag'], z.boolean(), ([flag]) =>
    flag === undefined ? undefined : flag === 'Y',
  ),
  at: point('FacLat', 'FacLong'),
});
export type Handler = RowOf<typeof handlers>;
