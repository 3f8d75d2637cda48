import { z } from 'zod';
import { platformPage } from '../../kernel/pages.ts';
import { BiasProfileSchema, recordCategories } from '../../kernel/record.ts';
import { faultOfSeen, SeenSchema } from '../../kernel/seen.ts';
import { pageTemplate } from '../../kernel/source-card.ts';
import { type Lane, type LaneField, lanes } from './lane-fields.ts';
import { type FieldEntry, FieldEntrySchema } from './lane-table.ts';

export { type Lane, type LaneField, lanes } from './lane-fields.ts';

const cardId = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

type FieldEntries<L extends Lane> = Partial<Record<LaneField<L>, FieldEntry>>;

// which names a lane has is held below, with the lane at hand
const fieldEntries: z.ZodType<FieldEntries<Lane>> = z.record(z.string(), FieldEntrySchema);

const KeyPartSchema = z.strictObject({
  field: z.string(),
  from: z.int().min(0),
  to: z.int().positive(),
  type: z.enum(['number', 'text']),
  /** Width with leading zeros; several where rows were seen in several, and all are queried. */
  pad: z.union([z.int().positive(), z.array(z.int().positive()).min(2)]).optional(),
  /** The source's own word for the slice (borough names); several where it was seen to use several. */
  legend: z.record(z.string(), z.union([z.string(), z.array(z.string()).min(2)])).optional(),
});

export type KeyPart = z.infer<typeof KeyPartSchema>;

/** How a published file (`csv`) is written, where it is not plain text with commas and a header. */
const FileSchema = z.strictObject({
  delimiter: z.string().min(1).max(1).optional(),
  encoding: z.enum(['utf8', 'latin1']).optional(),
  member: z.string().optional(),
  /** The file is a workbook; name or number of the sheet. */
  sheet: z.union([z.string(), z.int().positive()]).optional(),
  /** Columns in their order, of a file without a header line. */
  header: z.array(z.string()).min(2).optional(),
});

const sourceShape = z.strictObject({
  cardId,
  name: z.string(),
  lane: z.enum(lanes),
  category: z.enum(recordCategories).optional(),
  /** `csv` and `gtfs` are files: they are mirrored as a dataset under the card's id, and read from the mirror. */
  platform: z.enum(['arcgis', 'socrata', 'ckan', 'carto', 'opendatasoft', 'csv', 'legistar', 'elms', 'gtfs']),
  /** `(year)` in the address of a file stands for the current year. */
  endpoint: z.url(),
  file: FileSchema.optional(),
  /** Table of a SQL service (`carto`), whose endpoint all its tables share. */
  table: z
    .string()
    .regex(/^[a-z_][a-z0-9_]*$/)
    .optional(),
  resolve: z
    .discriminatedUnion('by', [
      z.strictObject({ by: z.literal('none') }),
      z.strictObject({ by: z.literal('newest-layer-by-name'), pattern: z.string() }),
      z.strictObject({
        by: z.literal('newest-service-by-name'),
        /** Of the name of a service of the folder that `endpoint` names: one service for each year. */
        pattern: z.string(),
        layer: z.int().min(0),
      }),
      z.strictObject({ by: z.literal('ckan-package'), package: z.string(), pattern: z.string().optional() }),
    ])
    .default({ by: 'none' }),
  query: z.strictObject({
    point: z.boolean().optional(),
    /** How far around a geocoded point the parcel of an address is looked for, where streets are wider than usual. */
    reachMeters: z.number().positive().max(120).optional(),
    /** Column of the polygons of a Socrata dataset, by which it is queried for what lies at a point. */
    polygon: z.string().optional(),
    radius: z.strictObject({ maxMeters: z.number().positive(), column: z.string().optional() }).optional(),
    /** Column for a look-up by identifier. */
    key: z
      .strictObject({
        field: z.string(),
        normalize: z.enum(['none', 'digits', 'pin10', 'pin14', 'bbl']).optional(),
        /** The column holds a list of identifiers. */
        match: z.enum(['equals', 'contains']).optional(),
        /** `number`: compared without quotes. */
        type: z.enum(['text', 'number']).optional(),
        /** What the identifier names; `parcel` where absent. */
        of: z.string().optional(),
        /** What has to be known of rows that were found this way, beside the notes of the source. */
        notes: z.array(z.string()).optional(),
      })
      .optional(),
    /** An identifier that the source keeps in several columns (NYC borough, block, lot): slices of its digits. */
    keyParts: z.array(KeyPartSchema).optional(),
    /** Column for a look-up by street line, upper case, without unit and city. */
    addressField: z.string().optional(),
    /** The column holds upper case alone: it is compared as it is, so that an index of the source serves. */
    addressIsUpper: z.boolean().optional(),
    /** A street line that the source keeps in several columns. */
    addressParts: z
      .strictObject({ number: z.string(), direction: z.string().optional(), street: z.string() })
      .optional(),
    dateField: z.string().optional(),
    /**
     * How the date column compares: `dateOnly` is a day without a time of day (ArcGIS DateOnly); `text` cannot be
     * bounded in the query and is bounded after reading.
     */
    dateType: z.enum(['epochMs', 'dateOnly', 'iso', 'yyyymmdd', 'text']).optional(),
    where: z.string().optional(),
    order: z.string().optional(),
    /** The layer refuses a distance: what lies around a point is queried by a box. */
    byBox: z.literal(true).optional(),
    /** The layer stalls where it is reported how many rows to send. */
    uncounted: z.literal(true).optional(),
    /**
     * Asked instead, in this order, where the source refuses a question because it lacks a column: without the fields
     * that read the columns named in `without`, by the number that is left.
     */
    fallbacks: z
      .array(
        z.strictObject({
          without: z.array(z.string()).min(1),
          keyParts: z.array(KeyPartSchema).optional(),
        }),
      )
      .optional(),
  }),
  /** Allow-list: the only columns that are ever requested or kept, by the name we publish. */
  fields: fieldEntries,
  /**
   * The column of the assessor's owner of record. Never part of `fields`: it is queried alone, by the parcel's own number,
   * for the buyer of a settled report, and kept nowhere.
   */
  ownerOfRecord: z.strictObject({ field: z.string() }).optional(),
  /** The publisher's page of one record; each placeholder is the name of a field, as in `{recordId}`. */
  recordPage: pageTemplate.optional(),
  locationPrecision: z.enum(['exact', 'block', 'area', 'unknown']),
  pageSize: z.int().positive().optional(),
  timeoutMs: z.int().positive().optional(),
  limits: z.strictObject({
    lookbackDaysMax: z.int().positive().optional(),
    /** The source holds one calendar year, and starts anew each January. */
    yearly: z.literal(true).optional(),
    notes: z.array(z.string()),
  }),
  freshness: z.strictObject({
    cadence: z.string(),
    /** Days between two updates, where the publisher keeps to a rhythm. */
    everyDays: z.int().positive().optional(),
    lagDays: z.int().min(0).optional(),
    /** Why the publisher's copy is old, as a sentence: what it gives is `stale`. */
    frozen: z.string().optional(),
  }),
  /** A county's source of the land outside of its cities: inside one it is not queried, for there it would have nothing. */
  unincorporatedOnly: z.literal(true).optional(),
  /** What the dataset is about, where "no match" means less than it seems (rental registers). */
  recordScope: z.string().optional(),
  publisher: z.string(),
  /** `secondary`: another body offers what the office publishes; `official` where absent. */
  authority: z.enum(['official', 'secondary']).optional(),
  /**
   * No one of this project has seen the columns: the layer's own list of them is read first, and only those that it has
   * are queried.
   */
  columnsFromLayer: z.literal(true).optional(),
  /** What of its area the source lacks, where it lacks something: a miss there says nothing. */
  coverage: z
    .strictObject({
      /** Counties that are not in it. */
      without: z.array(z.string().regex(/^\d{5}$/)),
      /** Which further parts are missing was not seen. */
      uncounted: z.literal(true).optional(),
    })
    .optional(),
  landingUrl: z.url(),
  /** Page of the dataset itself, where the address that is queried does not name it (`gtfs`, `carto`). */
  datasetUrl: z.url().optional(),
  license: z.strictObject({
    note: z.string(),
    url: z.url().optional(),
    /** The terms forbid commercial use, or it is disputed whether they do: what the source gives is never sold. */
    commercialUse: z.enum(['forbidden', 'disputed']).optional(),
  }),
  bias: BiasProfileSchema.optional(),
  /** It did not answer on two days on which it was looked at, or not as it is mapped: it is not queried, and said to be unavailable. */
  failing: z.strictObject({ since: z.iso.date(), why: z.string() }).optional(),
  seen: SeenSchema,
});

export const LaneSourceSchema = sourceShape.superRefine((source, context) => {
  const message = faultOfSeen(source.seen);
  if (message) context.addIssue({ code: 'custom', path: ['seen', 'on'], message });
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const BoundaryCheckSchema = z
  .union(
    [
      z.strictObject({
        platform: z.literal('arcgis'),
        url: z.url(),
        field: z.string(),
        equals: z
          .union([z.string(), z.array(z.string()).min(2)])
          .describe('Value of the field inside; several where the layer tells kinds of city land apart'),
        seen: SeenSchema.optional(),
      }),
      z.strictObject({
        none: z.string().describe('Why nothing is queried'),
        wholeCounty: z.literal(true).describe('The city is exactly its counties, and their codes decide'),
      }),
    ],
    {
      error:
        'must be a layer, or none with wholeCounty: true; leave it out for a city that its Census place code shall decide',
    },
  )
  .describe(
    'How it is decided whether a city holds a point; a city without it is decided by its Census place code, a county or a state by its own code',
  );

export const JurisdictionSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    displayName: z.string(),
    kind: z.enum(['city', 'county', 'state']),
    stack: z.strictObject({ state: z.string(), county: z.array(z.string()) }),
    geoid: z.strictObject({ state: z.string(), county: z.array(z.string()), place: z.string().optional() }),
    aliases: z.array(z.string()),
    zips: z.array(z.string()).optional(),
    timeZone: z
      .string()
      .refine(isTimeZone, 'is no IANA name of a time zone')
      .optional()
      .describe(
        'IANA name of its time zone; the day of an event is that of its clocks. That of the point where absent',
      ),
    boundaryCheck: BoundaryCheckSchema.optional(),
    sources: z.array(LaneSourceSchema),
    /** Lanes that are known not to exist or not to be usable here, with the reason. */
    absent: z.array(
      z.strictObject({
        lane: z.enum(lanes),
        adapter: cardId.optional(),
        why: z.string(),
        officialUrl: z.url().optional(),
      }),
    ),
    policySources: z.array(
      z.strictObject({ name: z.string(), level: z.enum(['state', 'county', 'city']), url: z.url() }),
    ),
    rules: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  })
  .superRefine(({ kind, boundaryCheck, geoid }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (kind === 'city' && !boundaryCheck && !geoid.place) {
      refuse('boundaryCheck', 'a city needs a boundary check, or its Census place code in geoid.place');
    }
    if (kind !== 'city' && boundaryCheck && 'none' in boundaryCheck) {
      refuse('boundaryCheck', 'wholeCounty is said of a city; a county or a state is decided by its own code');
    }
  })
  .meta({ id: 'Jurisdiction' });

export type Jurisdiction = z.infer<typeof JurisdictionSchema>;

/** Whether county and state codes alone decide that a place lies in a jurisdiction. */
export const decidedByCodes = ({ kind, boundaryCheck }: Jurisdiction): boolean =>
  boundaryCheck ? 'none' in boundaryCheck : kind !== 'city';

/** One source of a lane; its fields are named as the lane names them. */
export type LaneSource<L extends Lane = Lane> = Omit<z.infer<typeof LaneSourceSchema>, 'lane' | 'fields'> & {
  lane: L;
  fields: FieldEntries<L>;
};

/** Page of a source's dataset or layer: what its platform makes of the address, else what the place file says. */
export const datasetPageOf = ({ datasetUrl, endpoint, landingUrl }: LaneSource): string =>
  datasetUrl ?? platformPage(endpoint) ?? landingUrl;

const describing: readonly LaneField<'parcel'>[] = [
  'propertyClass',
  'landUse',
  'yearBuilt',
  'landValue',
  'buildingValue',
  'totalValue',
  'lastSaleDate',
  'lastSalePrice',
];

/**
 * How much a parcel source tells: `identity` is number, outline, area and where it is known the site address; `facts` is
 * at least one of use, value, year built and sale beside them.
 */
export const parcelDepths = ['identity', 'facts'] as const;
export type ParcelDepth = (typeof parcelDepths)[number];

export const parcelDepthOf = ({ fields }: { readonly fields: object }): ParcelDepth =>
  describing.some((name) => name in fields) ? 'facts' : 'identity';

/** The sources of a place for one lane. */
export function sourcesOf<L extends Lane>(place: Jurisdiction, lane: L): readonly LaneSource<L>[] {
  const sources: readonly LaneSource[] = place.sources.filter((source) => source.lane === lane);
  // a source of a lane has the lane's names alone: the schema holds it
  return sources as readonly LaneSource<L>[];
}

/** Whether a source is a file, which is mirrored and not queried. */
export const isFile = ({ platform }: Pick<LaneSource, 'platform'>): boolean =>
  platform === 'csv' || platform === 'gtfs';

/** Whether a source is queried by conditions on columns, which its reader puts into the platform's own words. */
export const isTable = (source: Pick<LaneSource, 'platform'>): boolean =>
  isFile(source) || source.platform === 'ckan' || source.platform === 'opendatasoft';
