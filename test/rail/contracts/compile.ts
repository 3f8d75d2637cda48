import { readFileSync } from 'node:fs';
import solc from 'solc';

/** Runtime code of the rail's contracts, compiled from `Rail.sol`. */
export function compileContracts(): Record<'token' | 'multicall', `0x${string}`> {
  const source = readFileSync(new URL('./Rail.sol', import.meta.url), 'utf8');
  const output = JSON.parse(
    solc.compile(
      JSON.stringify({
        language: 'Solidity',
        sources: { 'Rail.sol': { content: source } },
        settings: {
          evmVersion: 'shanghai',
          optimizer: { enabled: true, runs: 200 },
          metadata: { bytecodeHash: 'none' },
          outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
        },
      }),
    ),
  );
  const errors = (output.errors ?? []).filter((entry: { severity: string }) => entry.severity === 'error');
  if (errors.length > 0) throw new Error(errors[0].formattedMessage);
  const code = (name: string) => `0x${output.contracts['Rail.sol'][name].evm.deployedBytecode.object}` as const;
  return { token: code('RailToken'), multicall: code('RailMulticall') };
}
