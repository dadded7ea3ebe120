import { Diagnostics } from '../../diagnostics.js';
import { readApi } from '../../api/read-api.js';
import { parsePointer } from '../../spec/read/pointer.js';
import { locateSteps } from '../../spec/references/locate-pointer.js';
import type { SpecDocument } from '../../spec/spec-document.js';
import { openReader, readTarget } from '../sources/read-sources.js';
import type { Target } from '../sources/targets.js';
import type { LocatePointer } from './serve-emulator.js';

/** Returns a function that finds the position of a JSON pointer in the files of a target, or of the deepest step of it that exists. It reads the files at its first call. */
export function locateIn(target: Target): LocatePointer {
  let reading: Promise<SpecDocument | undefined> | undefined;
  return async (pointer) => {
    reading ??= readTarget(target, openReader(target)).then((sources) =>
      'diagnostics' in sources ? undefined : readApi(sources, { diagnostics: new Diagnostics() })?.document,
    );
    const document = await reading;
    const [file = '', path = ''] = pointer.split('#', 2);
    const root = file === '' ? document?.root : document?.open(file);
    const { at } = (document && locateSteps(document, root, parsePointer(path) ?? [])) ?? {};
    return at && `${at.file}:${at.line}:${at.column}`;
  };
}
