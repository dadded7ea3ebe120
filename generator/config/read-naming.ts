import { ENUM_STYLES, type EnumStyle } from '../api/enums/enum-type.js';
import { METHOD_NAMES, type MethodNames } from '../api/naming/short-names.js';
import type { Position } from '../diagnostics.js';
import type { Mapping } from './mapping.js';

/** What a service says about names. */
export interface NamingConfig {
  /** How methods of the client are named. */
  readonly methodNames: MethodNames;
  /** How enums are written; absent, as unions. */
  readonly enums?: EnumStyle | undefined;
  /** Where that is said. */
  readonly enumsAt?: Position | undefined;
}

/** Reads what a service says about names: those of methods, and those of the values of enums. */
export function readNaming(service: Mapping): NamingConfig {
  const methodNames = service.choice('methodNames', METHOD_NAMES) ?? 'short';
  const enums = service.choice('enums', ENUM_STYLES);
  return enums === undefined ? { methodNames } : { methodNames, enums, enumsAt: service.at('enums') };
}
