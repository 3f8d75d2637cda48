// sends one A2A message: a concrete tool and its arguments, no prose
const base = process.env.BASE_URL ?? 'http://127.0.0.1:8402';

const card = await (await fetch(`${base}/.well-known/agent-card.json`)).json();
console.log(`agent: ${card.name}`);

const message = {
  messageId: crypto.randomUUID(),
  role: 'ROLE_USER',
  parts: [{ data: { svcTool: 'svc_flood_zone', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } } }],
};
const response = await fetch(`${base}/a2a/v1/message:send`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'a2a-version': '1.0' },
  body: JSON.stringify({ message }),
});
const { task } = await response.json();
const { result } = task.artifacts[0].parts[0].data;
console.log(`${task.status.state}: ${result.state}: ${result.summary}`);
