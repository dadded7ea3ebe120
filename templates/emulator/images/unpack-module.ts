import { fromBase64 } from '@speccast/runtime/requests';
import { inflate } from '../values/pictures/zlib.js';

/** Unpacks a WebAssembly module, a zlib stream in base64. */
export async function unpackModule(packed: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await inflate([fromBase64(packed)], 4_000_000);
  if (!bytes) throw new Error('A decoder of images is damaged.');
  return bytes;
}
