// is in the bundle for rpc-websockets (LGPL-3.0): @solana/web3.js opens a socket for subscriptions alone, and the
// service only asks over HTTP
import { EventEmitter } from 'node:events';

const refuse = () => {
  throw new Error('this service subscribes to nothing on Solana');
};

export class CommonClient extends EventEmitter {
  connect() {
    refuse();
  }
  call() {
    refuse();
  }
  notify() {
    refuse();
  }
  close() {}
}

export const WebSocket = refuse;
