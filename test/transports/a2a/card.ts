/** Card of the agents in these tests. */
export function agentCard(url: string) {
  return {
    name: 'Test agent',
    description: 'Sells facts in tests',
    version: '1.0.0',
    supportedInterfaces: [
      { url: `${url}/a2a/v1`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: `${url}/a2a/v1`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false, extensions: [] },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: [{ id: 'facts', name: 'Facts', description: 'Facts', tags: ['test'] }],
  };
}
