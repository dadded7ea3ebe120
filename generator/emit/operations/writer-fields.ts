import type { Parameter, ParameterStyle, RequestBody } from '../../api/api.js';
import type { Field } from '../code/fields.js';
import type { Imports } from '../code/imports.js';
import { code } from '../code/templates.js';
import type { CodeSymbol } from '../source-file.js';

/** Styles that the client's core does not write by itself. */
const writers: Readonly<Partial<Record<ParameterStyle, CodeSymbol>>> = {
  label: { name: 'writeLabel', module: 'runtime/client/write-label' },
  matrix: { name: 'writeMatrix', module: 'runtime/client/write-matrix' },
  spaceDelimited: { name: 'writeSpaceDelimited', module: 'runtime/client/write-delimited' },
  pipeDelimited: { name: 'writePipeDelimited', module: 'runtime/client/write-delimited' },
  deepObject: { name: 'writeDeepObject', module: 'runtime/client/write-deep-object' },
};

const bodyWriters: Readonly<Record<string, CodeSymbol>> = {
  form: { name: 'toUrlEncoded', module: 'runtime/client/forms' },
  multipart: { name: 'toFormData', module: 'runtime/client/forms' },
  related: { name: 'toRelated', module: 'runtime/client/forms' },
};

/** The field of a descriptor that names the writers its parameters need, so that no bundle holds others. */
export function writersField(parameters: readonly Parameter[], imports: Imports): readonly Field[] {
  const styles = new Set(parameters.flatMap((one) => (one.contentType === undefined ? one.style : [])));
  const needed = [...styles].flatMap((style): [string, CodeSymbol][] => {
    const writer = writers[style];
    return writer === undefined ? [] : [[style, writer]];
  });
  return field('writers', needed, imports);
}

/** The field of a descriptor that names the writers its kinds of bodies need. */
export function bodyWritersField(body: RequestBody | undefined, imports: Imports): readonly Field[] {
  const kinds = new Set<string>(body?.contents.map(({ kind }) => kind));
  if (body?.media?.metadata !== undefined) kinds.add('related');
  const needed = Object.entries(bodyWriters).filter(([kind]) => kinds.has(kind));
  return field('bodyWriters', needed, imports);
}

function field(name: string, needed: readonly (readonly [string, CodeSymbol])[], imports: Imports): readonly Field[] {
  const entries = needed.map(([key, symbol]) => `${key}: ${imports.use(symbol)}`);
  return entries.length === 0 ? [] : [{ name, value: code(`{ ${entries.join(', ')} }`) }];
}
