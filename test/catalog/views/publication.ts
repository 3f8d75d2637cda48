import type { IndexedTool } from '../../../src/catalog/registry.ts';
import { Registry } from '../../../src/catalog/registry.ts';
import type { Publication } from '../../../src/catalog/views/publication.ts';
import { toolIndex } from '../../../src/composition/shipped-registry.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { sourceCards } from '../../../src/sources/cards.ts';

export const cards = [...sourceCards, ...createJurisdictions(shippedPlaces).cards()];

/** A publication of the real index, or of another one. */
export function publish(more: Partial<Publication> = {}, tools: readonly IndexedTool[] = toolIndex): Publication {
  return {
    registry: new Registry(tools),
    version: '1.2.3',
    baseUrl: 'https://records.example.org',
    cards,
    networks: {
      evm: { network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
      solana: {
        network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      },
    },
    selling: true,
    a2a: true,
    ...more,
  };
}
