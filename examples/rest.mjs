// asks one free tool over REST and reads the answer as its states want to be read
const base = process.env.BASE_URL ?? 'http://127.0.0.1:8402';
const address = process.argv[2] ?? '222 W Hargett St, Raleigh, NC 27601';

const response = await fetch(`${base}/tools/call`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'svc_flood_zone', arguments: { address } }),
});
const { ok, result } = await response.json();
if (!ok) throw new Error(`the call was refused with ${response.status}`);

console.log(`${result.state}: ${result.summary}`);
if (result.state === 'found' || result.state === 'partial') {
  for (const [name, fact] of Object.entries(result.facts ?? {})) {
    if (fact?.citation === undefined) continue;
    const { sourceName, sourceUrl, fetchedAt } = result.citations[fact.citation];
    console.log(`${name}: ${fact.value ?? ''} ${fact.unit ?? ''} [${sourceName}, ${sourceUrl}, read ${fetchedAt}]`);
  }
}
for (const { source, state, reason } of result.searched) console.log(`queried ${source}: ${state}${reason ? ` (${reason})` : ''}`);
for (const { action, with: where } of result.verifyNext) console.log(`next: ${action} (${where})`);
