import { parentPort, workerData } from 'node:worker_threads';
import { type NetTask, trainNet } from './train-net.ts';

parentPort?.postMessage(trainNet(workerData as NetTask));
