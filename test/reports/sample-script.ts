import type { VideoScript } from '../../src/reports/video/slide.ts';
import { sampleAerial } from './sample-aerial.ts';

/** A film of made-up slides, as long as one of a report. */
export const sampleScript = (): VideoScript => ({
  address: '222 W Hargett St, Raleigh, NC 27601',
  slides: [
    {
      heading: '222 W Hargett St, Raleigh, NC 27601',
      lines: [{ label: '', text: 'What was published since November 21, 2025' }],
      picture: { svg: sampleAerial(), whole: true },
      source: 'NAIP aerial imagery, taken 2024-05-18',
    },
    {
      heading: 'What the parcel record states',
      lines: [
        { label: 'Parcel', text: '0012345' },
        { label: 'Lot area', text: '1 acre (43,560 ft\u00b2)' },
        { label: 'Year built', text: '1983' },
        { label: 'Use on record', text: 'Government' },
        { label: 'Building', text: '96,000 ft\u00b2' },
      ],
      source: 'Wake County Real Estate (synthetic), read 2026-11-21',
    },
    {
      heading: 'Published about the parcel since November 21, 2025',
      lines: [
        { label: '2026-10-04, permit', text: '\u201cInterior alterations, third floor\u201d: issued' },
        { label: '2026-03-12, code case', text: '\u201cSign without permit\u201d: closed' },
      ],
      source: 'Raleigh Building Permits (synthetic), read 2026-11-21',
    },
    {
      heading: 'Mapped water',
      lines: [
        { label: 'Flood hazard area on the parcel', text: 'part, 25 % of its area' },
        { label: 'Mapped wetland', text: 'none on the parcel' },
      ],
      source: 'FEMA National Flood Hazard Layer (synthetic), read 2026-11-21',
    },
    {
      heading: 'Every source is in the report',
      lines: [
        {
          label: 'Sources',
          text: 'Wake County Real Estate; Raleigh Building Permits; FEMA National Flood Hazard Layer',
        },
        { label: 'Report', text: 'records.example.org/reports/0123456789abcdef0123456789abcdef' },
      ],
      source: 'Read 2026-11-21. Published since, never built since.',
      code: 'https://records.example.org/reports/0123456789abcdef0123456789abcdef.pdf',
    },
  ],
});
