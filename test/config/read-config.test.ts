import { printDiagnostic } from 'speccast';
import { expect, test } from 'vitest';
import { readConfig, type ServiceConfig } from './read.js';
import { Diagnostics } from '../spec/read-text.js';
import { readRows, readYaml } from '../rows.js';
import type { JsonObject } from 'speccast/emitter';

const { data } = readRows(import.meta.url);

/** A text of speccast.yaml, and what is read of it or said about it. */
interface Row {
  readonly name: string;
  readonly text: string;
  /** Default: nothing. */
  readonly says?: readonly string[];
  /** Absent where the text is wrong. */
  readonly services?: readonly object[];
  readonly vocabulary?: string;
}

const rows = readYaml<readonly Row[]>(new URL('configurations.yaml', import.meta.url));

/** What a service has that says nothing else. */
const defaults = data<JsonObject>('defaults');

test.each(rows)('$name', ({ text, says = [], services, vocabulary }) => {
  const diagnostics = new Diagnostics({ strict: true });
  const config = readConfig({ file: 'speccast.yaml', folder: '/project/specs', text }, diagnostics);
  expect(diagnostics.list.map(printDiagnostic)).toEqual(says);
  expect(config?.vocabulary).toBe(vocabulary);
  const wanted = services?.map((one) => ({ ...defaults, ...one }));
  expect(config?.services.map((one, index) => withPositions(one, wanted?.[index] ?? {}))).toEqual(wanted);
});

/** A service with the positions that are wanted, `specAt` and the like, as `line:column`. */
function withPositions({ optionsAt, ...service }: ServiceConfig, wanted: object): object {
  const places = Object.keys(wanted).flatMap((key) => {
    const at = key.endsWith('At') ? optionsAt[key.slice(0, -2)] : undefined;
    return at === undefined ? [] : [[key, `${at.line}:${at.column}`]];
  });
  return { ...service, ...Object.fromEntries(places) };
}
