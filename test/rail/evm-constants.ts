export const evmNetwork = 'eip155:8453';
/** USDC on Base: the test token's code is placed at the real address, so that published clients take it for the dollar. */
export const evmAsset: `0x${string}` = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
