import type { Api } from '../../api/api.js';
import { takesMedia } from '../code/takes-media.js';
import type { SourceFile } from '../source-file.js';

/** Emits `node.ts`, the entry of what only Node has: files to upload. Nothing where no operation takes bytes. */
export function emitNodeEntry(api: Api): readonly SourceFile[] {
  if (!takesMedia(api)) return [];
  const body = [
    "export { fileSource } from './runtime/node/file-source.js';",
    "export type { FileSourceOptions } from './runtime/node/file-source.js';",
  ];
  return [{ kind: 'source', path: 'src/node.ts', imports: [], body }];
}
