// runs inside the browser: a host of MCP Apps, made of the extension's own bridge around a sandboxed frame
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

// the browser's own; the types of this repository are those of Node
declare const document: { createElement(tag: string): Frame; body: { replaceChildren(...frames: Frame[]): void } };
interface Frame {
  srcdoc: string;
  contentWindow: never;
  style: Record<string, string>;
  setAttribute(name: string, value: string): void;
}

/** What the test answers from outside of the browser. */
interface Outside {
  callTool(params: string): Promise<string>;
  heard(kind: string, params: string): Promise<void>;
}

interface Shown {
  readonly html: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly toolCalls: boolean;
}

const outside = globalThis as unknown as Outside;
let bridge: AppBridge | undefined;

async function open({ html, theme, width, toolCalls }: Shown): Promise<void> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('title', 'answer');
  Object.assign(frame.style, { border: '0', width: `${width}px`, height: '400px', display: 'block' });
  const capabilities = { openLinks: {}, updateModelContext: { text: {} }, ...(toolCalls && { serverTools: {} }) };
  const made = new AppBridge(null, { name: 'test-host', version: '1' }, capabilities, { hostContext: { theme } });
  const ready = new Promise<void>((resolve) => {
    made.oninitialized = () => resolve();
  });
  made.onsizechange = ({ height }) => {
    if (height) frame.style.height = `${height}px`;
  };
  made.oncalltool = async (params) => JSON.parse(await outside.callTool(JSON.stringify(params)));
  made.onopenlink = async (params) => {
    await outside.heard('link', JSON.stringify(params));
    return {};
  };
  made.onupdatemodelcontext = async (params) => {
    await outside.heard('context', JSON.stringify(params));
    return {};
  };
  document.body.replaceChildren(frame);
  await made.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await ready;
  bridge = made;
}

Object.assign(globalThis, {
  host: {
    open,
    input: (given: object) => bridge?.sendToolInput({ arguments: { ...given } }),
    result: (given: object) => bridge?.sendToolResult(given as never),
    theme: (theme: 'light' | 'dark') => bridge?.sendHostContextChange({ theme }),
    teardown: () => bridge?.teardownResource({}),
  },
});
