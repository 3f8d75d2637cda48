import { z } from 'zod';
import { canonicalJson, sha256 } from '../../kernel/canonical.ts';
import type { ObjectsPort } from '../../kernel/ports/objects.ts';
import { putJson } from '../shared/copies/names.ts';
import { type Drawing, DrawingSchema } from './drawing.ts';
import { type Packet, PacketSchema } from './schema.ts';

/** Milliseconds for which the report of a packet can be bought. What it is made of is kept for twice as long. */
export const proofMs = 24 * 3_600_000;
export const proofKind = 'surrounding_area_packet';
export const reportEndpoint = '/api/svc-surrounding-area-report';
export const reportPriceUsdc = '0.15';

/** A packet as it was sold, with what its map is drawn from. */
export interface KeptPacket {
  readonly packet: Packet;
  readonly drawing: Drawing;
}

/** Hash of a packet, as its buyer can compute it: of exactly the fields that {@link PacketSchema} names. */
export const packetHash = (packet: Packet): string => sha256(canonicalJson(packet));

/** Stores a packet, or what its map is drawn from, under its hash. Without a name the object store deletes it after two days. */
export const keep = (objects: ObjectsPort, value: Packet | Drawing): Promise<string> =>
  putJson(objects, canonicalJson(value));

async function readAs<T>(objects: ObjectsPort, hash: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const kept = await objects.get(hash);
  return kept && schema.parse(JSON.parse(Buffer.from(kept.bytes).toString('utf8')));
}

/** The packet of a hash with its drawing; undefined where one of them is kept no longer. */
export async function readPacket(objects: ObjectsPort, hash: string): Promise<KeptPacket | undefined> {
  const packet = await readAs(objects, hash, PacketSchema);
  const drawing = packet && (await readAs(objects, packet.mapHash, DrawingSchema));
  return packet && drawing && { packet, drawing };
}

export const ProofPayloadSchema = z.strictObject({
  packetId: PacketSchema.shape.packetId,
  packetHash: PacketSchema.shape.mapHash,
});
