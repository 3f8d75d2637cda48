import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { proves } from './requirements.ts';

let service: TestService;
let server: Awaited<ReturnType<typeof startHttp>>;

beforeAll(async () => {
  service = await openService();
  server = await startHttp(service.service, { port: 0 });
}, 60_000);
afterAll(async () => {
  await server.stop();
  await service.close().catch(() => undefined);
});

test('MCP shows exactly two tools, and its catalog can be searched', async () => {
  proves('endpoint-mcp');
  const client = new Client({ name: 'reader', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)) as never);
  const { tools } = await client.listTools();
  await client.close();
  expect(tools.map(({ name }) => name)).toEqual(['svc_search_tools', 'svc_execute']);
  const found = await (await fetch(`${server.url}/mcp/catalog?q=flood+zone`)).text();
  expect(found).toContain('svc_flood_zone');
});

test('a plan is made for every named intent, and a phrase is normalized', async () => {
  proves('free-intents');
  const named =
    'renter_due_diligence homebuyer_due_diligence small_business_siting community_organizer_journalist commercial_tenant_due_diligence land_investor_due_diligence developer_predevelopment environmental_research short_term_rental_operations hoa_board_governance property_owner_cost_relief property_tax_appeal utility_bill_relief mortgage_servicing disaster_recovery permit_project_closeout tax_delinquency_redemption';
  for (const intent of named.split(' ')) {
    const { state, facts } = await service.call('svc_suggest_workflow', { place: 'Raleigh, NC', intent });
    expect([intent, state]).toEqual([intent, 'found']);
    expect(JSON.stringify(facts), intent).toContain(intent);
  }
  const phrase = await service.call('svc_suggest_workflow', { place: 'Raleigh, NC', intent: 'buying a house' });
  expect(JSON.stringify(phrase.facts)).toContain('homebuyer_due_diligence');
});

test('a mirrored source that was never loaded is unavailable and no default', async () => {
  proves('free-mirrored');
  const bare = await openService({ mirrors: false });
  const answer = await bare.call('svc_radon_zone', { address: samplePlaces.raleigh.address });
  await bare.close();
  expect([answer.state, answer.facts]).toEqual(['unavailable', undefined]);
});
