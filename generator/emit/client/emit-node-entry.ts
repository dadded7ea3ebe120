import type { Api } from '../../api/api.js';
import { takesMedia } from '../code/takes-media.js';
import type { SourceFile } from '../source-file.js';

/** Emits `node.ts`, the entry of what only Node has: files to upload. Nothing where no operation takes bytes. */
export function emitNodeEntry(api: Api): readonly SourceFile[] {
  if (!takesMedia(api)) return [];
  const body = [
    "export { fileSource } from '@speccast/runtime/node';",
    "export type { FileSourceOptions } from '@speccast/runtime/node';",
  ];
  return [{ kind: 'source', path: 'src/node.ts', imports: [], body }];
}
