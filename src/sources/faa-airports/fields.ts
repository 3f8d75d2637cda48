import { day, id, point, table, text } from '../../fields/define.ts';

export const airports = table('faa-airports', {
  name: text('NAME', { maxLength: 100, required: true }),
  ident: id('IDENT', { maxLength: 60 }),
  icao: id('ICAO_ID', { maxLength: 60 }),
  city: text('SERVCITY', { maxLength: 60 }),
});

export const airportsOfFile = table('faa-airports', {
  effective: day('EFF_DATE', { means: 'edition in force', future: 'real' }),
  name: text('ARPT_NAME', { maxLength: 100, required: true }),
  ident: id('ARPT_ID', { maxLength: 60 }),
  city: text('CITY', { maxLength: 60 }),
  state: id('STATE_CODE'),
  at: point('LAT_DECIMAL', 'LONG_DECIMAL'),
});
