import { dirname, join, relative } from 'node:path';
import { copyName, printAddress } from '../../config/address.js';
import { CONFIG_FILES } from '../../config/read-config.js';
import { errorAt, locateStart, type Failure } from '../../diagnostics.js';
import { exists, toPosixPath } from '../../output/disk.js';
import type { FetchedSpec } from '../address/fetch-spec.js';
import { copyFiles, printCopy } from '../address/spec-copy.js';
import type { OpenedProject } from './open-project.js';

/** The copy of a spec that was fetched. */
export interface PlannedCopy {
  readonly address: string;
  /** Its root file, absolute. */
  readonly spec: string;
  /** Files that are new, from the folder of the project. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

/** The fetched spec, and the service that it is for. */
interface CopySource {
  readonly service: string;
  readonly address: string;
  readonly fetched: FetchedSpec;
  readonly nameOf: (path: string) => string;
}

/** Plans the copy of a spec beside the configuration, where `generate` looks for it; nothing may be there. */
export function planCopy(
  { folder, config }: OpenedProject,
  { service, address, fetched, nameOf }: CopySource,
): PlannedCopy | Failure {
  const spec = join(folder, dirname(config?.path ?? CONFIG_FILES[0]), service, copyName(address));
  const texts = [...printCopy(spec, address, copyFiles(spec, fetched))];
  const files = texts.map(([path, text]) => ({ path: toPosixPath(relative(folder, path)), text }));
  const taken = files.filter(({ path }) => exists(join(folder, path)));
  if (taken.length === 0) return { address, spec, files };
  const message = `this file is in the way of the copy of ${printAddress(address)}`;
  return { diagnostics: taken.map(({ path }) => errorAt('refused-copy', message, locateStart(nameOf(path)))) };
}
