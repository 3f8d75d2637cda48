import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, words } from '../../src/catalog/inputs.ts';
import { countyKey } from '../../src/geography/county-name.ts';
import { answerSchema, optionalRow, optionalRows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import type { PlacePort } from '../../src/kernel/ports/place.ts';
import { rowCitation, rowVerifications } from '../../src/rules/cited-row.ts';
import { type CoastalProgram, coastalPrograms, coastalZoneProgram } from '../../src/rules/coastal-programs.ts';
import { pointerChecks, pointerLimits, rulePointers } from '../../src/rules/rule-pointers.ts';
import { tableCitation } from '../../src/rules/rule-table.ts';

const facts = z.strictObject({
  programs: optionalRows('Programs whose statute was read', {
    state: z.string(),
    program: z.string(),
    statute: z.string(),
    counties: z
      .array(z.strictObject({ name: z.string(), countyFips: z.string().optional() }))
      .optional()
      .describe('Counties and independent cities that the statute names'),
    towns: z.array(z.string()).optional().describe('Towns that the statute names'),
    reach: z.string().optional().describe('What it reaches, where it names no county'),
    verification: z.enum(rowVerifications),
  }),
  nationalProgram: optionalRow('The National Coastal Zone Management Program, by NOAA', {
    participating: z.array(z.string()).describe('Codes of states and territories'),
    withdrew: z.array(z.string()).optional(),
    boundary: z.string().optional().describe('How far inland the zone of the one state queried reaches'),
  }),
  leftOut: z.int().optional().describe('Names that are not shown: ask for a county or a state'),
});

/** Names that an answer for all states shows of one program; the whole list needs the state. */
const namesOfAll = 11;

interface Asked {
  readonly name: string;
  readonly state: string | undefined;
}

/** "Carteret", "Carteret County", "Carteret, NC": the name, and the state where one is given. */
function wanted(text: string): Asked {
  const [name = '', state] = text.split(',').map((part) => part.trim());
  return { name: countyKey(name), state: state?.toUpperCase() };
}

const inState = ({ state, scope }: CoastalProgram, queried: Asked) =>
  queried.state === undefined || state === queried.state || scope.name.toUpperCase() === queried.state;

function programsFor(queried: Asked | undefined) {
  if (!queried) return coastalPrograms.rows.map((program) => ({ program, names: program.names }));
  return coastalPrograms.rows
    .filter((program) => inState(program, queried))
    .map((program) => ({ program, names: program.names.filter((name) => countyKey(name) === queried.name) }))
    .filter(({ names }) => names.length > 0);
}

function codeOf(place: Pick<PlacePort, 'findCounty'>, { state, namedBy }: CoastalProgram, name: string) {
  const [code, ...more] = place.findCounty(state, namedBy === 'city' ? `${name} city` : `${name} County`);
  return code && more.length === 0 ? code.fips : undefined;
}

function viewNames(place: Pick<PlacePort, 'findCounty'>, program: CoastalProgram, names: readonly string[]) {
  if (program.namedBy === 'area') return program.reach ? { reach: program.reach } : {};
  if (program.namedBy === 'town') return { towns: [...names] };
  const counties = names.map((name) => {
    const countyFips = codeOf(place, program, name);
    return { name: program.namedBy === 'city' ? `${name} (city)` : name, countyFips };
  });
  return { counties };
}

const pointers = () => rulePointers().filter(({ table }) => table === coastalPrograms.id);
const overlays = { action: 'See overlays of one place', with: 'svc_coastal_county_overlays' };

/** The states of the national program: the state of the given county, or all. */
function nationalProgram(answer: AnswerBuilder, queried: Asked | undefined) {
  const state = queried?.state;
  const found = coastalZoneProgram.rows.filter(
    ({ scope }) => !queried || scope.state === state || scope.name.toUpperCase() === state,
  );
  const [first] = found;
  if (!first) return undefined;
  const codes = (standing: 'participates' | 'withdrew') =>
    found.filter((one) => one.standing === standing).flatMap(({ scope }) => scope.state ?? []);
  const withdrew = codes('withdrew');
  const cited = answer.addLookup(
    { state: 'found', data: found, citation: rowCitation(first) },
    { area: queried ? first.scope.name : 'United States', recordScope: 'states of the national program' },
  );
  return {
    participating: codes('participates'),
    withdrew: filled(withdrew),
    boundary: queried && first.boundary,
    citation: cited?.citation ?? 'c1',
  };
}

function unnamed(answer: AnswerBuilder, queried: Asked | undefined, states: readonly string[]) {
  const national = nationalProgram(answer, queried);
  const read = `The statutes that were read (${states.join(', ')}) do not name this county`;
  if (!national) return { summary: `${read}; other coasts are not in the table.` };
  const joined = national.withdrew ? 'withdrew from' : 'takes part in';
  return {
    summary: `${read}; its state ${joined} the National Coastal Zone Management Program (NOAA).`,
    facts: { nationalProgram: national },
  };
}

export default defineTool({
  title: 'Coastal counties of state programs',
  summary: 'Counties, cities and towns that the statutes of state coastal programs name (CAMA and others), cited.',
  whenToUse: 'Is this county named in a state coastal program of the table, or which counties are?',
  notFor:
    'Not a map of coastal rules at a parcel and not a list of all coastal counties (svc_coastal_county_overlays).',
  scope: 'rules',
  subject: 'none',
  closedWorld: true,
  examples: [
    { title: 'All', arguments: {} },
    { title: 'One county', arguments: { county: 'Carteret, NC' } },
    { title: 'A county whose statute was not read', arguments: { county: 'Galveston, TX' } },
  ],
  input: inputObject({
    county: words(2, 60)
      .optional()
      .describe(
        'County name, with the state where it is known: "Carteret" or "Carteret, NC"; without it all are listed',
      ),
  }),
  output: answerSchema({ facts }),
  run(ctx, { county }) {
    const { answer } = ctx;
    const queried = county === undefined ? undefined : wanted(county);
    const found = programsFor(queried);
    const searchExtent = {
      area: county === undefined ? 'states of the table' : 'the county named',
      recordScope: 'names in the statutes of state coastal programs',
    };
    const states = [...new Set(coastalPrograms.rows.map(({ scope }) => scope.name))];
    const pointed = pointers().filter(({ scope }) => !queried?.state || scope.state === queried.state);
    const tail = { limits: pointerLimits(pointed), verifyNext: [overlays, ...pointerChecks(pointed)] };
    const citation = tableCitation(coastalPrograms);
    if (found.length === 0) {
      answer.addLookup({ state: 'empty', citation }, searchExtent);
      return answer.finish({ ...unnamed(answer, queried, states), ...tail });
    }
    answer.count('found');
    answer.note({ source: citation.sourceName, ...searchExtent, state: 'found' });
    const shown = found.map(({ program, names }) => ({
      program,
      names: names.slice(0, queried ? undefined : namesOfAll),
    }));
    const total = found.reduce((sum, { names }) => sum + names.length, 0);
    const leftOut = total - shown.reduce((sum, { names }) => sum + names.length, 0);
    const shownPrograms = shown.map(({ program, names }) => ({
      state: program.state,
      program: program.program,
      statute: program.statute ?? program.page.name,
      ...viewNames(ctx.place, program, names),
      verification: program.verification,
      citation: answer.cite(rowCitation(program)),
    }));
    const national = nationalProgram(answer, queried);
    const programs = [...new Set(found.map(({ program }) => `${program.program} (${program.state})`))];
    return answer.finish({
      summary: queried
        ? `The table names this county under ${programs.join(' and ')}.`
        : `The table has ${programs.length} state coastal programs whose statute was read, in ${states.join(', ')}; they name ${total} counties, cities and towns. NOAA lists ${national?.participating.length ?? 0} states and territories in the national program.`,
      facts: {
        programs: shownPrograms,
        nationalProgram: national,
        leftOut: leftOut || undefined,
      },
      ...tail,
    });
  },
});
