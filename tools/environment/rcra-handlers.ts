import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { countyFips3, inputObject, state, zip } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countedInOneCodeSet, noCounty, underFirstCode } from '../../src/geography/by-county.ts';
import { answerSchema, row, rows } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { beyond, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { frsMirror, mirroredHandlersIn } from '../../src/sources/epa-frs/registry.ts';
import { type HandlerArea, type Handlers, handlersIn } from '../../src/sources/epa-rcra/client.ts';
import { type Handler, handlerClasses, handlers } from '../../src/sources/epa-rcra/fields.ts';

const listed = 8;
const shown = ['handlerId', 'name', 'city', 'class', 'status'] as const;

const facts = z.strictObject({
  handlers: row({
    count: z.int().describe("The source's own count"),
    readHandlerCount: z.int(),
    byClass: z
      .strictObject({ tsdf: z.int(), lqg: z.int(), sqg: z.int(), vsqg: z.int(), other: z.int() })
      .describe('tsdf: treatment, storage, disposal; lqg, sqg, vsqg: large, small, very small quantity generators'),
    activeHandlerCount: z.int().optional(),
    withoutStatus: z.int().optional(),
    correctiveActionCount: z.int().optional().describe('Handlers under corrective action'),
  }),
  largest: rows({
    ...handlers.shape(...shown),
    correctiveAction: z.literal(true).optional(),
  }).describe('Corrective action first, then by class'),
  handlersLeftOut: leftOut,
});

const rank = (handler: Handler) =>
  (handler.correctiveAction ? 0 : 10) +
  (/^active/i.test(handler.status ?? 'active') ? 0 : 5) +
  handlerClasses.indexOf(handler.class);

function handlerFacts({ data: { rows, total }, citation }: Cited<Handlers>) {
  const byClass = Object.fromEntries(
    handlerClasses.map((name) => [name, rows.filter((handler) => handler.class === name).length]),
  ) as Record<(typeof handlerClasses)[number], number>;
  const statuses = rows.flatMap(({ status }) => status ?? []);
  const known = rows.some(({ correctiveAction }) => correctiveAction !== undefined);
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en'));
  return {
    handlers: {
      count: total,
      readHandlerCount: rows.length,
      byClass,
      ...(statuses.length > 0 && {
        activeHandlerCount: statuses.filter((status) => /^active/i.test(status)).length,
        withoutStatus: rows.length - statuses.length,
      }),
      correctiveActionCount: known ? rows.filter(({ correctiveAction }) => correctiveAction).length : undefined,
      citation,
    },
    largest: sorted.slice(0, listed).map((handler) => ({
      ...pickFields(handler, ...shown),
      correctiveAction: handler.correctiveAction || undefined,
      citation,
    })),
    handlersLeftOut: beyond(rows, listed),
  };
}

export default defineTool({
  title: 'Hazardous waste handlers of a county or ZIP',
  summary: 'RCRA hazardous waste handlers of a county or ZIP by class, with those under corrective action first.',
  whenToUse:
    'Which hazardous waste generators and treatment or disposal facilities does EPA list in this county or ZIP?',
  notFor:
    'Distance from an address (svc_environmental_records_screen) or compliance (svc_regulated_facility_compliance).',
  subject: 'area',
  sources: ['epa-rcra'],
  mirrors: [frsMirror],
  examples: [
    { title: 'A county', arguments: { state: 'NC', countyFips3: '183' } },
    { title: 'A ZIP', arguments: { state: 'NC', zip: '27601' } },
  ],
  input: inputObject({ state, countyFips3: countyFips3.optional(), zip: zip.optional() }, [
    ['state', 'countyFips3'],
    ['state', 'zip'],
  ]),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['RCRA', 'hazardous waste', 'environment', 'EPA']),
  async run({ subject, sources, mirror, answer }, input) {
    const stateCode = subject.stateCode ?? input.state.toUpperCase();
    // EPA lists Connecticut under its eight old counties: the given code is read first, then that of its other vintage
    const codes = input.countyFips3 && subject.stateFips ? [`${subject.stateFips}${input.countyFips3}`] : [];
    for (const county of subject.countyAlternates) if (!codes.includes(county.fips)) codes.push(county.fips);
    const area = input.countyFips3 ? `county ${codes[0] ?? input.countyFips3}` : `ZIP ${input.zip}`;
    const wheres: readonly HandlerArea[] = input.countyFips3
      ? codes.map((countyFips) => ({ state: stateCode, countyFips }))
      : [{ state: stateCode, zip: input.zip }];
    const firstOf = async (read: (where: HandlerArea) => Lookup<Handlers> | Promise<Lookup<Handlers>>) => {
      const found = await underFirstCode(wheres, noCounty(subject, 'RCRAInfo'), read);
      return input.countyFips3 ? countedInOneCodeSet(subject, found) : found;
    };
    const live = await firstOf((where) => handlersIn(sources, where));
    const copy = live.state === 'unavailable' ? await firstOf((where) => mirroredHandlersIn(mirror, where)) : undefined;
    const { cited } = answer.addLiveOrMirror(
      { area, recordScope: 'hazardous waste handlers' },
      live,
      copy && (() => copy),
    );
    if (!cited)
      return answer.miss(answer, {
        empty: `RCRAInfo lists no hazardous waste handler in ${area}, ${stateCode}.`,
        failed: `RCRAInfo could not be read for ${area}, ${stateCode}.`,
      });
    const { rows, total } = cited.data;
    const facts = handlerFacts(cited);
    const { byClass, correctiveActionCount: corrective } = facts.handlers;
    return answer.finish({
      summary:
        `RCRAInfo lists ${many(total, 'hazardous waste handler')} in ${area}, ${stateCode}: ${byClass.tsdf} treatment, storage or ` +
        `disposal, ${byClass.lqg} large and ${byClass.sqg} small quantity generators` +
        `${corrective !== undefined ? `; ${corrective} under corrective action` : ''}${hasData(live) && total > rows.length ? ` (of the ${rows.length} that were read)` : ''}.`,
      facts,
    });
  },
});
