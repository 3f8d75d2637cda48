import { held } from '../../kernel/answer-builder.ts';
import { isFrontPage, placeholdersOf } from '../../kernel/pages.ts';
import { personColumn } from '../../privacy/columns.ts';
import { datasetPageOf, isFile, isTable, type Jurisdiction, type LaneSource } from '../schema/jurisdiction.ts';
import { columnsOfField, columnsOfFields, faultsOfFields } from '../schema/lane-table.ts';
import { rentalRegisterKind, rentalRegisterKinds } from '../schema/rental-registers.ts';
import { columnsQueried } from './probe.ts';

/** Numbers that a server gives to rows: they change with every load of the layer. */
const rowId = /^(objectid(_\d+)?|fid(_\d+)?|oid|gid|globalid(_\d+)?|_id|:id|esri_oid)$/i;

/** Whether a column holds the number of a row of the service. */
export const rowNumber = (column: string): boolean => rowId.test(column.split('.').at(-1) ?? '');

/** Names that no public server has: an address of a private network, or of this machine. */
const privateHost = /^[\d.:[\]]+$|^[^.]+$|\.(?:local|localhost|internal|intranet|lan|home|corp|test|invalid)$/i;

/** Whether an address leads to a host of the public internet, as far as its name says. */
export const isPublicHost = (url: string): boolean => !privateHost.test(new URL(url).hostname);

/** Every column that is read from a source or filters it; the owner of record is separate and is queried alone. */
const columnsIn = (source: LaneSource): readonly string[] => {
  const { order, radius } = source.query;
  const others = held([order?.replace(/ (?:asc|desc)$/i, ''), radius?.column]);
  return [...columnsOfFields(source), ...columnsQueried(source), ...others];
};

function sourceProblems(source: LaneSource): readonly string[] {
  const problems: string[] = [];
  const { cardId, query, endpoint, landingUrl, license } = source;
  for (const [name, fault] of faultsOfFields(source)) problems.push(`${cardId}, fields.${name}: ${fault}`);
  if (query.dateField && !columnsOfField(source, 'occurredAt').includes(query.dateField)) {
    problems.push(`${cardId} is queried by ${query.dateField}, and its records are dated by another column`);
  }
  for (const column of columnsIn(source)) {
    const about = personColumn(column, cardId);
    if (about) problems.push(`${cardId} asks for a column about a person: ${column} (${about})`);
    if (column.includes('*')) problems.push(`${cardId} asks for every column`);
  }
  const byParcel = query.key && (query.key.of ?? 'parcel') === 'parcel' ? [query.key.field] : [];
  for (const column of [...columnsOfField(source, 'parcelId'), ...byParcel]) {
    if (rowId.test(column)) problems.push(`${cardId} takes the number of a row for that of a parcel: ${column}`);
  }
  for (const url of [endpoint, landingUrl, license.url]) {
    if (url && !url.startsWith('https://')) problems.push(`${cardId} names an address that is not https: ${url}`);
  }
  if (!isPublicHost(endpoint)) problems.push(`${cardId} names a host that is not public: ${endpoint}`);
  return problems;
}

function namesTable({ endpoint, resolve }: LaneSource): boolean {
  const { pathname, searchParams } = new URL(endpoint);
  const isNamed = resolve.by === 'ckan-package' || /^[0-9a-f-]{36}$/i.test(searchParams.get('resource_id') ?? '');
  return isNamed && /\/action\/[a-z_]+$/.test(pathname);
}

/** What a platform cannot be queried by, each with whether a source asks for it. */
const unasked: readonly (readonly [string, (source: LaneSource) => boolean])[] = [
  [
    'is a file, which takes no condition of its own',
    (source) => isFile(source) && !!(source.query.where ?? source.query.order),
  ],
  [
    'is a file without positions',
    (source) => isFile(source) && !!source.query.radius && !(source.fields.latitude && source.fields.longitude),
  ],
  [
    'is no file, and its address has no year to be filled in',
    (source) => !isFile(source) && source.endpoint.includes('(year)'),
  ],
  ['is no file, and says how one is written', ({ platform, file }) => !!file && platform !== 'csv'],
  [
    'is queried by a column of positions alone',
    ({ platform, query }) =>
      platform === 'opendatasoft' && !!(query.addressField ?? (query.radius && !query.radius.column)),
  ],
  [
    'is a table, which is queried by whole columns',
    (source) => isTable(source) && !!(source.query.keyParts ?? source.query.addressParts),
  ],
  ['names no table of a CKAN portal', (source) => source.platform === 'ckan' && !namesTable(source)],
];

const platformProblems = (source: LaneSource): readonly string[] =>
  unasked.flatMap(([problem, asks]) => (asks(source) ? [`${source.cardId} ${problem}`] : []));

const registerProblems = ({ cardId, lane, recordScope }: LaneSource): readonly string[] =>
  lane === 'rental_registry' && !rentalRegisterKind(recordScope)
    ? [`${cardId} does not begin its recordScope with one of: ${rentalRegisterKinds.join(', ')}`]
    : [];

/** Pages that citations would name and that lead nowhere. */
function pageProblems(source: LaneSource): readonly string[] {
  const { cardId, fields, recordPage = '' } = source;
  const page = datasetPageOf(source);
  return [
    ...(page.startsWith('https://') ? [] : [`${cardId} names an address that is not https: ${page}`]),
    ...(isFrontPage(page) ? [`${cardId} names a front page and no page of the dataset (datasetUrl): ${page}`] : []),
    ...placeholdersOf(recordPage)
      .filter((name) => !(name in fields))
      .map((name) => `${cardId} has no field ${name}, which its recordPage names`),
  ];
}

/** The same dataset twice under one lane: one source declares every way of asking it. */
function doubles(sources: readonly LaneSource[]): readonly string[] {
  const seen = new Map<string, string>();
  return sources.flatMap(({ lane, endpoint, table = '', query, cardId }) => {
    const dataset = [lane, endpoint, table, query.where ?? ''].join(' ');
    const before = seen.get(dataset);
    seen.set(dataset, cardId);
    return before ? [`${cardId} asks the dataset of ${before} for the same lane`] : [];
  });
}

/** What a place may not do although its shape is right: the reasons to refuse it. */
export function problemsOf({ sources, absent, boundaryCheck }: Jurisdiction): readonly string[] {
  const configured = new Set(sources.map(({ lane }) => lane));
  const lanes = absent.map(({ lane }) => lane);
  const boundary = boundaryCheck && 'url' in boundaryCheck ? boundaryCheck.url : undefined;
  return [
    ...sources.flatMap(sourceProblems),
    ...sources.flatMap(platformProblems),
    ...sources.flatMap(registerProblems),
    ...sources.flatMap(pageProblems),
    ...doubles(sources),
    ...lanes
      .filter((lane) => configured.has(lane))
      .map((lane) => `the lane ${lane} has a source and is said to be absent`),
    ...lanes
      .filter((lane, at) => lanes.indexOf(lane) !== at)
      .map((lane) => `the lane ${lane} is said to be absent twice`),
    ...(boundary && !boundary.startsWith('https://') ? [`the boundary layer is not https: ${boundary}`] : []),
  ];
}
