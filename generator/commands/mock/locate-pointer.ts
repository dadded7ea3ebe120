import { Diagnostics, type Position } from '../../diagnostics.js';
import { readApi } from '../../api/read-api.js';
import { isJsonObject, type Json } from '../../json.js';
import { parsePointer } from '../../spec/read/pointer.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { openReader, readTarget } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';

/** Finds where a spec states what a JSON pointer of its document points to: `openapi.yaml:12:7`. */
export type LocatePointer = (pointer: string) => Promise<string | undefined>;

/** Makes the search in the files of a target, which are read when it is first asked. */
export function locateIn(target: Target): LocatePointer {
  let reading: Promise<SpecDocument | undefined> | undefined;
  return async (pointer) => {
    reading ??= readDocument(target);
    const document = await reading;
    const found = document === undefined ? undefined : locateLastStep(document, pointer);
    return found && `${found.file}:${found.line}:${found.column}`;
  };
}

async function readDocument(target: Target): Promise<SpecDocument | undefined> {
  const sources = await readTarget(target, openReader(target));
  if ('diagnostics' in sources) return undefined;
  return readApi(sources, { diagnostics: new Diagnostics() })?.document;
}

/** The position of the last step of a pointer that the spec has. References on the way are followed. */
function locateLastStep(document: SpecDocument, pointer: string): Position | undefined {
  const [file = '', path = ''] = pointer.split('#', 2);
  let value = file === '' ? document.root : document.open(file);
  let found: Position | undefined;
  for (const step of parsePointer(path) ?? []) {
    const holder = followed(document, value, step);
    if (holder === undefined || !document.positions.has(holder)) break;
    found = document.positions.ofKey(holder, step);
    // Objects and arrays alike have it under the step.
    value = Reflect.get(holder, step) as Json;
  }
  return found;
}

/** The object or list that has a step, through a reference where it is one. */
function followed(document: SpecDocument, value: Json | undefined, step: string): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, step)) return value;
  const target = isJsonObject(value) && typeof value['$ref'] === 'string' ? document.resolve(value)?.value : undefined;
  return typeof target === 'object' && target !== null && Object.hasOwn(target, step) ? target : undefined;
}
