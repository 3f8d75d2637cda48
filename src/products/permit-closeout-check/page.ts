import { type Cell, muted, plain, quote, run, tableSection } from '../../reports/document.ts';
import { webAddress } from '../../reports/words.ts';
import { formOf } from '../shared/document/brief.ts';
import { sentence } from '../shared/document/view.ts';
import { type CloseoutPermit, closeoutFields } from './schema.ts';

const readingWords: Readonly<Record<CloseoutPermit['statusReading'], string>> = {
  closed: 'published to mean closed',
  ended: 'published to mean ended without completion',
  says_nothing_of_closeout: 'says nothing of the end of the work',
  no_published_meaning_read: 'no published meaning was read',
  not_published: 'no status is published',
};

const dates = [
  ['filed', 'filedOn'],
  ['approved', 'approvedOn'],
  ['issued', 'issuedOn'],
  ['started', 'startedOn'],
  ['completed', 'completedOn'],
  ['expires', 'expiresOn'],
] as const;

const matchWords = { parcel_number: 'parcel number', street_address: 'address' } as const;

const permitCell = ({
  permitNumber,
  officePermitNumber,
  type,
  work,
  address,
  parcelId,
  ...one
}: CloseoutPermit): Cell => [
  [
    run(permitNumber ?? 'No number', 'strong', webAddress(one.citation.recordUrl)),
    ...(officePermitNumber ? [run(`, at the department ${officePermitNumber}`)] : []),
  ],
  [...[type, work].flatMap((words) => (words ? [quote(words), run(' ')] : []))],
  muted(
    [address, parcelId && `parcel ${parcelId}`, `by ${one.matchedBy.map((way) => matchWords[way]).join(' and ')}`]
      .filter(Boolean)
      .join('; '),
  ),
];

export const closeoutForm = formOf(closeoutFields, (given, view) => [
  ...tableSection('permits', 'Permits that match exactly', given.permits, [
    ['Permit', 42, permitCell],
    ['Dates', 24, (one) => dates.flatMap(([words, key]) => (one[key] ? [plain(`${words} ${one[key]}`)] : []))],
    [
      'Status in the register',
      34,
      ({ status, statusReading, register, citation }) => [
        [status ? quote(status) : run(register), view.marks.of(citation)],
        muted(readingWords[statusReading]),
      ],
    ],
  ]),
  ...tableSection('status-words', 'What the words of status mean', given.statusWords, [
    ['Word', 24, ({ status }) => [[quote(status)]]],
    ['Register', 26, ({ register }) => register],
    ['Permits', 10, ({ permitCount }) => String(permitCount)],
    [
      'Meaning',
      40,
      ({ reading, meaning, citation }) => [
        [
          run(meaning ? sentence(meaning, view) : readingWords[reading]),
          ...view.marks.ofAll(citation ? [citation] : []),
        ],
      ],
    ],
  ]),
  ...tableSection('certificates', 'Certificates of occupancy', given.certificatesOfOccupancy, [
    [
      'Certificate',
      40,
      ({ recordId = 'No number', type = '', citation }) => [
        [run(recordId, 'strong', webAddress(citation.recordUrl)), view.marks.of(citation)],
        plain(type),
      ],
    ],
    ['Issued', 16, ({ issuedOn = 'undated' }) => issuedOn],
    ['Status', 20, ({ status = '' }) => status],
    ['Address', 24, ({ address = '' }) => address],
  ]),
  ...tableSection('parcels', 'Parcels that were queried', given.parcels, [
    ['Parcel', 60, ({ parcelId }) => parcelId],
    ['Permits with its number', 40, ({ permitCount }) => String(permitCount)],
  ]),
]);
