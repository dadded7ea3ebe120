import { hashTexts } from '../../output/hash.js';
import { printManifest, readManifest } from '../../output/write/manifest.js';
import type { TextFile } from '../../output/text-file.js';

/**
 * Notes in `released.json` what the package consists of: by that, the next release finds out that the package has other bytes
 * although nothing of its description changed, as after an update of the generator.
 */
export function noteFiles(files: readonly TextFile[]): readonly TextFile[] {
  return files.map((file) => (file.path === 'released.json' ? { ...file, text: addHash(file.text, files) } : file));
}

function addHash(text: string, files: readonly TextFile[]): string {
  const { files: hashes }: { readonly files: Readonly<Record<string, string>> } = JSON.parse(printManifest(files).text);
  return text.replace(/\n\}\n$/, `,\n  "files": "${hashOf(hashes)}"\n}\n`);
}

/** Whether a package that stands in a folder consists of something else than what was noted. */
export function differsFromNote(folder: string, note: string): boolean {
  return hashOf(Object.fromEntries(readManifest(folder))) !== note;
}

/** Of what a manifest lists. */
function hashOf(files: Readonly<Record<string, string>>): string {
  return hashTexts(JSON.stringify(files));
}
