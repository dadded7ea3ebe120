import { Diagnostics, type Position } from '../../diagnostics.js';
import { readApi } from '../../api/read-api.js';
import { isCompound, isJsonObject, type Json } from '../../json.js';
import { parsePointer } from '../../spec/read/pointer.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { openReader, readTarget } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';
import type { LocatePointer } from './serve-emulator.js';

/** Creates the search in the files of a target, which are read at its first call. */
export function locateIn(target: Target): LocatePointer {
  let reading: Promise<SpecDocument | undefined> | undefined;
  return async (pointer) => {
    reading ??= readTarget(target, openReader(target)).then((sources) =>
      'diagnostics' in sources ? undefined : readApi(sources, { diagnostics: new Diagnostics() })?.document,
    );
    const document = await reading;
    const found = document === undefined ? undefined : locateLastStep(document, pointer);
    return found && `${found.file}:${found.line}:${found.column}`;
  };
}

/** Locates the last step of a pointer that the spec has. References on the way are followed. */
function locateLastStep(document: SpecDocument, pointer: string): Position | undefined {
  const [file = '', path = ''] = pointer.split('#', 2);
  let value = file === '' ? document.root : document.open(file);
  let found: Position | undefined;
  for (const step of parsePointer(path) ?? []) {
    const holder =
      isJsonObject(value) && typeof value['$ref'] === 'string' && !Object.hasOwn(value, step)
        ? document.resolve(value)?.value
        : value;
    if (!isCompound(holder) || !Object.hasOwn(holder, step) || !document.positions.has(holder)) break;
    found = document.positions.ofKey(holder, step);
    // `as`: objects and arrays alike have it under the step.
    value = Reflect.get(holder, step) as Json;
  }
  return found;
}
