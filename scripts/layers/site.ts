import type { LayerCells } from '../../src/places/registry/layers/columns.ts';
import { columns, layerUrl, type Row, read, single } from './facts.ts';

const rows = new Map(
  ['address-points-more.csv', 'address-points.csv'].flatMap(read).map((row) => [layerUrl(row).toLowerCase(), row]),
);

/** Names that say whose address it is: a plain ADDRESS beside an outline is as often that of the owner's mail. */
const ofSite = /situs|site|prop|phys|parcel|prcl|par_addr|location/i;
const lineFirst = /number: ?(?:prefixed_number|regexp \{"pattern": ?"\^)/;
const alone = /street: ?(?:postfixed_street|remove_prefix|regexp \{"pattern": ?"\^)/;

/** The site address of a parcel layer as the collected address layers read it from the same layer. */
export function siteOf(row: Row): Partial<LayerCells> {
  const found = rows.get(layerUrl(row).toLowerCase());
  if (!found) return {};
  const { function: how = '', number, street } = found;
  const [line, house, name] = [single(street), columns(number), columns(street)];
  if (line !== '' && (number === street ? lineFirst.test(how) : alone.test(how)))
    return ofSite.test(line) ? { site_address: line, house_number: '', street: '' } : {};
  if (how.includes('street:') || how.includes('number:') || house === '' || name === '' || house === name) return {};
  return /address2/i.test(name) ? {} : { house_number: house, street: name };
}
