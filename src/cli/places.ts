import type { Command } from 'commander';
import type { Proposal } from '../composition/places-add.ts';
import { readConfig } from '../config/config.ts';
import type { Service } from '../main.ts';
import { neededFields, type ProposedLane, proposedLanes } from '../places/authoring/propose/names.ts';
import { withService } from './open.ts';
import { fail, harmless, paint, say } from './terminal.ts';

interface AddFlags {
  readonly county?: string;
  readonly place?: string;
  readonly lane: string;
  readonly write?: boolean;
  readonly json?: boolean;
}

type Writer = (proposal: Proposal, folder: string) => string;

const laneIn = (text: string): ProposedLane =>
  proposedLanes.find((lane) => lane === text) ?? fail(`--lane takes one of ${proposedLanes.join(', ')}`);

const missingOf = ({ fields }: Proposal, lane: ProposedLane) =>
  neededFields[lane].filter((field) => !fields.mapped.some((one) => one.field === field));

function* lines(proposal: Proposal, lane: ProposedLane): Generator<string> {
  const { read, place, placedBy, fields, problems, probe } = proposal;
  const { about } = read;
  const edited = about.editedOn ? `, edited ${about.editedOn}` : '';
  yield `${harmless(about.name)}: ${about.shape === 'table' ? 'a table' : `${about.shape}s`}, ${about.columns.length} columns${edited}; ${read.rows.length} rows were read`;
  yield `place   ${place.name} (${place.geoid}), by ${placedBy}`;
  yield '';
  for (const { field, columns, example } of fields.mapped)
    yield `${paint('green', field.padEnd(16))} ${harmless(columns.join(' + ')).padEnd(32)} ${example ? harmless(example) : ''}`.trimEnd();
  for (const field of missingOf(proposal, lane)) yield `${paint('red', field.padEnd(16))} no column was found`;
  for (const { column, why } of fields.refused)
    yield `${paint('yellow', 'refused'.padEnd(16))} ${harmless(column).padEnd(32)} ${why}`;
  if (fields.left.length > 0) yield `${'left out'.padEnd(16)} ${harmless(fields.left.join(', '))}`;
  yield '';
  for (const problem of problems) yield `${paint('red', 'not served')}  ${harmless(problem)}`;
  if (probe) {
    const style = { answers: 'green', changed: 'yellow', fails: 'red' } as const;
    yield `queried as proposed: ${paint(style[probe.verdict], probe.verdict)}  ${probe.problems.map(harmless).join(' ')}`.trimEnd();
  }
}

/** Prints the outcome and returns the exit status; writes the file with `--write`, where it can be served. */
function conclude(
  proposal: Proposal,
  lane: ProposedLane,
  flags: AddFlags,
  folder: string | undefined,
  write: Writer,
): number {
  const tell = (text: string) => {
    if (!flags.json) say(text);
  };
  if (proposal.problems.length > 0 || proposal.probe?.verdict === 'fails') {
    tell('Nothing is written: the layer cannot be served as it is proposed.');
    return 1;
  }
  if (!flags.write || folder === undefined) {
    tell(`Nothing is written; --write puts it into ${folder ?? 'SVC_JURISDICTIONS_DIR'}/${proposal.file}`);
    return 0;
  }
  const path = write(proposal, folder);
  if (lane === 'address_points') {
    tell(`written to ${path}; look at its line`);
    return 0;
  }
  const state = proposal.file.slice(0, 2).toUpperCase();
  tell(`written to ${path}; look at it, then: place-records doctor --places --state ${state}`);
  return 0;
}

async function runAdd(url: string, flags: AddFlags): Promise<number> {
  const lane = laneIn(flags.lane);
  const config = readConfig();
  const folder = config.jurisdictionsDir;
  if (flags.write && folder === undefined) fail('--write needs SVC_JURISDICTIONS_DIR, the folder of your own places');
  if (flags.county !== undefined && !/^\d{2}(?:\d{3})?$/.test(flags.county))
    fail('--county takes the 5-digit Census code of a county, or the 2-digit code of a state');
  if (flags.place !== undefined && !/^\d{7}$/.test(flags.place))
    fail('--place takes the 7-digit Census code of a city, for example 2622000');
  if (flags.place !== undefined && flags.county !== undefined) fail('--place and --county name two places: give one');
  const { proposePlace, writePlace } = await import('../composition/places-add.ts');
  const add = async ({ places }: Service) => {
    const { index, sources } = places;
    const proposal = await proposePlace(sources('places-add'), index, {
      url,
      lane,
      county: flags.county,
      city: flags.place,
      folder,
    });
    if (flags.json) say(JSON.stringify({ ...proposal, read: undefined }, null, 2));
    else for (const line of lines(proposal, lane)) say(line);
    return conclude(proposal, lane, flags, folder, writePlace);
  };
  return withService(add, { config, logLevel: 'silent' });
}

/** `place-records places`: the operator's place files. */
export function addPlacesCommands(program: Command): void {
  const places = program.command('places').description('your own places (SVC_JURISDICTIONS_DIR)');
  places
    .command('add <layer>')
    .description(
      'proposes a place file for the address of a published layer: fields by name and by content, no persons',
    )
    .option('--county <geoid>', 'Census code of the county (5 digits) or state (2 digits); else where the layer lies')
    .option(
      '--place <geoid>',
      'Census code of the city whose set it is (7 digits): its boundary is that of the Census place',
    )
    .option('--lane <lane>', `what the layer has: ${proposedLanes.join(', ')}`, 'parcel')
    .option('--write', 'writes the file')
    .option('--json', 'as JSON')
    .action(async (url: string, flags: AddFlags) => {
      process.exitCode = await runAdd(url, flags);
    });
}
