import { PARTS } from '../../emit/emit-context.js';
import { type Part } from '../../options.js';
import type { Section } from '../settings/section.js';

/** The folder of what another tool wrote into a folder or into one file: `src/api.ts` -> `src/api`. */
export function sourceFolder(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?tsx?$/, '').replace(/(?<=.)[\\/]+$/, '');
}

/** Parts in their order, with those that they need: the emulator validates. The least there can be is a client. */
export function completeParts(wanted: readonly Part[]): readonly Part[] {
  const all = new Set(wanted.includes('emulator') ? [...wanted, 'client', 'validators'] : wanted);
  return all.size === 0 ? ['client'] : PARTS.filter((part) => all.has(part));
}

/** Reads the extension of imports: `.js` -> the default, `.ts` -> `.ts`, an empty text -> `none`. */
export function readImportExtension(section: Section, key: string): '.ts' | 'none' | undefined {
  const value = section.peek(key);
  if (value?.kind !== 'value') return undefined;
  const text = String(value.value ?? '');
  if (!/^\.?(?:js|ts)?$/.test(text)) return undefined;
  section.take(key);
  return text.endsWith('ts') ? '.ts' : text === '' ? 'none' : undefined;
}
