import { describe, expect, test } from 'vitest';
import { personalContent } from '../../src/answers/personal-content.ts';

describe('personal content', () => {
  test.each([
    ['write to jane.doe+x@example.org', 'an e-mail address'],
    [`paid from 0x${'aB'.repeat(20)}`, 'a wallet or transaction'],
    ['wallet 7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', 'a wallet or transaction'],
    [`proof ${'eyJhbGciOi'.repeat(9)}`, 'a proof or credential'],
    ['call 919-555-0142', 'a telephone number'],
    ['call me 9195550199', 'a telephone number'],
    ['owner Jane Planted, 27601', 'the name of a person'],
    ['OWNER JANE PLANTED says so', 'the name of a person'],
    ['jane at planted dot example', 'an e-mail address'],
    ['at 222 W Hargett St it failed', 'a street address'],
    ['fails in Raleigh, NC', 'a place'],
    ['fails for NC 27601', 'a ZIP code'],
    ['fails at 35.7783, -78.6431', 'coordinates'],
    ['fails at -35.778;178.643', 'coordinates'],
    ['fails at 35.7783       ,       -78.6431', 'coordinates'],
    ['at 222      W      Hargett      St it failed', 'a street address'],
    ['call +1 (919) 555 0142 now', 'a telephone number'],
    ['call 1.919.555.0142', 'a telephone number'],
    ['at 12b n. Main Avenue', 'a street address'],
    ['at 7 Old Post Rd', 'a street address'],
    ['fails in San Juan Capistrano, CA', 'a place'],
    ['for zip code: 27601', 'a ZIP code'],
    ['for ZIP 27601', 'a ZIP code'],
    ['for NC 27601-1234', 'a ZIP code'],
    ['mail a.b@mail.example-site.org', 'an e-mail address'],
    [`transaction 0x${'0f'.repeat(32)}`, 'a wallet or transaction'],
  ])('"%s" looks like %s', async (text, kind) => expect(await personalContent(text)).toBe(kind));

  test.each([
    'The answer of svc_flood_zone should name the panel first.',
    'limit of 10000 tokens is passed; 5 hits are enough',
    'radiusMeters above 50000 should say which maximum applies (400 invalid_arguments)',
    'Great, OK, thanks. Version 0.1.0 of 2026-11-21.',
    'Works in Claude Desktop and in Cursor; the table of Cook County is what was requested.',
    'https://example.org/docs/tools/list?compact=1 is missing a field',
    'order 1919-555-01425 is no number to call',
    'a hash of 0x12ab is short',
    'ratio 35.77, 78.64 has two decimals',
    'panel 3720170300J of 27601 rows',
    'in Raleigh, XX nothing fails',
    'abcdefghijkmnopqrstuvwxyzabcdefghijk is one long word',
  ])('"%s" is a plain note', async (text) => expect(await personalContent(text)).toBeUndefined());
});
