import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { faultText, readInput } from '../../../input/input-faults.ts';
import { once } from '../../../kernel/memoize.ts';
import { type AddressColumns, addressCells, addressColumns } from '../addresses/columns.ts';
import { type AddressLayerIndex, layersOf, personIn } from '../addresses/index.ts';
import { contradiction, filledLine, type PlaceProblem, readLines } from './read.ts';

/** Name of the table of address points in the folder; its columns are those of data/layers/address-points.csv. */
export const ownAddressPoints = 'address-points.csv';

function checkedLine(line: Readonly<Record<string, string>>): AddressColumns {
  const checked = readInput(addressCells, filledLine(line, addressColumns, ownAddressPoints));
  if ('issues' in checked) throw new Error(faultText(checked.issues));
  const person = personIn(checked.data);
  const reason = person ? `a column about a person: ${person}` : contradiction(checked.data);
  if (reason) throw new Error(reason);
  return checked.data;
}

export interface OwnAddressLayers extends AddressLayerIndex {
  /** The lines that are not served, and why. */
  problems(): readonly PlaceProblem[];
}

/** The layers of address points in the operator's folder in front of the shipped ones. The table is read at first use. */
export function withOwnAddresses(shipped: AddressLayerIndex, folder: string): OwnAddressLayers {
  const read = once(() =>
    existsSync(join(folder, ownAddressPoints))
      ? readLines(folder, ownAddressPoints, checkedLine)
      : { rows: [], problems: [] },
  );
  const own = once(() => layersOf(read().rows, '-own-address-points'));
  return {
    problems: () => read().problems,
    inState: (fips) => [...own().filter(({ columns }) => columns.geoid.startsWith(fips)), ...shipped.inState(fips)],
    cardsNaming: (host) => [
      ...own().flatMap(({ card }) => (new URL(card.endpoint).host === host ? [card] : [])),
      ...shipped.cardsNaming(host),
    ],
    everyLayer: () => [...own(), ...shipped.everyLayer()],
  };
}
