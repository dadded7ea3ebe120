import validRange from 'semver/ranges/valid.js';
import { Diagnostics } from '../../diagnostics.js';
import type { CustomExports } from '../../emit/emit-context.js';
import { options, type Option, type ServiceOptions } from '../../options.js';
import { unpackDocument } from '../../emit/package/published-document.js';
import { isJsonObject, type JsonObject } from '../../json.js';
import { Positions } from '../../spec/read/positions.js';
import { readJson } from '../../spec/read/read-json.js';
import { SourceText, type SpecText } from '../../spec/read/source-text.js';
import { readWith } from '../../spec/read/read-text.js';
import { findConflict } from './plan-release.js';
import { isVersion } from '../changes/change.js';

/** Packages that a package needs, by name, and the range of versions of each. */
export type Needs = Readonly<Record<string, string>>;

/** The last release, as `released.json` of a package describes it. */
export interface Released extends ServiceOptions {
  readonly version: string;
  /**
   * The document of that version, without seed and checks. Earlier versions of speccast wrote it uncompressed; positions in it are
   * then positions in `released.json`.
   */
  readonly document: SpecText;
  /** Hashes of data that are not in the document (`hashData`); absent in files of earlier versions of speccast. */
  readonly data?: JsonObject;
  /** Versions of other packages that it needed; absent in files of earlier versions of speccast. */
  readonly needs?: Needs;
  /** Hashes of the modules of the user's own codecs, by name; absent if it had none. */
  readonly codecs?: Readonly<Record<string, string>>;
  /** The exports of custom code; absent if there were none. */
  readonly custom?: CustomExports;
  /** Hash of the files of the package; absent in files of earlier versions of speccast. */
  readonly files?: string;
}

/** Reads `released.json`; every mistake in it is reported at its location, and then the result is undefined. */
export function readReleased(text: SpecText, diagnostics: Diagnostics): Released | undefined {
  const own = new Diagnostics({ strict: true });
  const released = readWith(own, (strict) => readInto(text, strict));
  diagnostics.add(own.list);
  return released;
}

function readInto({ file, text }: SpecText, diagnostics: Diagnostics): Released | undefined {
  const positions = new Positions();
  const source = new SourceText(file, '', text);
  const conflict = findConflict({ file, text });
  if (conflict !== undefined) return void diagnostics.error(conflict.code, conflict.message, conflict.at);
  const root = readJson({ source, positions, diagnostics });
  if (root === undefined) return undefined;
  const expected = 'an object with "version" and "document" is expected';
  if (!isJsonObject(root)) return void diagnostics.error('invalid-release', expected, source.position(0));
  const { version, document } = root;
  const mistake = (key: string, message: string): void =>
    diagnostics.error('invalid-release', message, key in root ? positions.ofValue(root, key) : positions.of(root));
  if (!isVersion(version)) mistake('version', '"version" must be the version that was released, like "1.2.3"');
  const packed = typeof document === 'string' ? unpackDocument(document) : undefined;
  const isDocument = isJsonObject(document) || packed !== undefined;
  if (!isDocument) mistake('document', '"document" must be the OpenAPI document that was released');
  if (!isVersion(version) || !isDocument) return undefined;
  const { data, needs, codecs, custom, files } = root;
  return {
    version,
    document:
      packed === undefined
        ? { file, text: cutDocument(source, positions, root) }
        : { file: file.replace(/released\.json$/, `openapi.json@${version}`), text: packed },
    ...(isJsonObject(data) && { data }),
    ...(isTexts(needs) && Object.values(needs).every((range) => validRange(range) !== null) && { needs }),
    // Values that the table of options does not have may come from a later version of speccast; they are left out.
    ...Object.fromEntries(
      Object.entries(options).flatMap(([key, option]) => {
        const value = option.isReleased === true ? readValue(option, root[key]) : undefined;
        return value === undefined ? [] : [[key, value]];
      }),
    ),
    ...(isTexts(codecs) && { codecs }),
    ...(isExports(custom) && { custom }),
    ...(typeof files === 'string' && { files }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every(isText);
}

/** Returns the value of an option without unknown values: `[client, later]` → `[client]`. */
function readValue({ kind, values = [] }: Option, value: unknown): unknown {
  const isKnown = (one: unknown): boolean => values.some((known) => known === one);
  if (kind === 'list') return Array.isArray(value) ? values.filter((one) => value.includes(one)) : undefined;
  if (kind === 'choice') return isKnown(value) ? value : undefined;
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined;
  return isTexts(value) && (kind === 'texts' || Object.values(value).every(isKnown)) ? value : undefined;
}

function isExports(value: unknown): value is CustomExports {
  return isJsonObject(value) && Object.values(value).every((names) => Array.isArray(names) && names.every(isText));
}

/** Returns the text of the document, with spaces in place of the text before it, so that positions in it stay the same. */
function cutDocument(source: SourceText, positions: Positions, root: JsonObject): string {
  const { valueOffset } = positions.entry(root, 'document');
  const next = Object.keys(root)
    .map((key) => positions.entry(root, key).keyOffset)
    .filter((offset) => offset > valueOffset);
  const { text } = source;
  const end = next.length > 0 ? text.lastIndexOf(',', Math.min(...next)) : text.lastIndexOf('}');
  return text.slice(0, valueOffset).replace(/[^\r\n]/g, ' ') + text.slice(valueOffset, end);
}
