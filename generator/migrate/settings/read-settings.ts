import { type Diagnostics, locateStart } from '../../diagnostics.js';
import { readYaml } from '../../spec/read/read-yaml.js';
import { SourceText } from '../../spec/read/source-text.js';
import type { SpecText } from '../../spec/read/spec-text.js';
import { Positions } from '../../spec/read/positions.js';
import { readLiterals } from './read-literals.js';
import { toSetting, type Setting } from './setting.js';

/** Longest configuration that is read, in characters: one that people write is far shorter. */
const LONGEST = 4_000_000;

/** Reads a configuration in YAML, JSON, TypeScript or JavaScript; `undefined` where a mistake was reported. */
export function readSettings({ file, text }: SpecText, diagnostics: Diagnostics): Setting | undefined {
  if (text.length > LONGEST) {
    diagnostics.error('invalid-settings', `a configuration has at most ${LONGEST} characters`, locateStart(file));
    return undefined;
  }
  const source = new SourceText(file, '', text);
  if (/\.[cm]?[jt]s$/.test(file)) return readLiterals(source, diagnostics);
  const positions = new Positions();
  const root = readYaml({ source, positions, diagnostics });
  return root === undefined ? undefined : toSetting(root, positions, locateStart(file));
}
