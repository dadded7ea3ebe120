import type { Json } from '../spec/read/json.js';
import type { ChangeCode } from './change-codes.js';
import { inNew, say } from './finding.js';
import { valueKey } from './fingerprint.js';
import type { SchemaBoth, SchemaWalk } from './schema-walk.js';

/** Compares enums and constants; whether the values are of a type as before. */
export function diffEnums({ report }: SchemaWalk, { before, after, subject }: SchemaBoth): boolean {
  const [old, now] = [before.enum, after.enum];
  const where = { subject, ...inNew(after) };
  if (old === undefined || now === undefined) return diffPresence({ report }, { before, after, subject });
  const [oldKeys, nowKeys] = [new Set(old.map(valueKey)), new Set(now.map(valueKey))];
  for (const value of now.filter((one) => !oldKeys.has(valueKey(one)))) {
    const code: ChangeCode = isOpen(old) ? 'enum-value-added' : 'closed-enum-value-added';
    report({ code, message: `${say(value)} is a new value`, ...where });
  }
  for (const value of old.filter((one) => !nowKeys.has(valueKey(one)))) {
    const code: ChangeCode = isOpen(now) ? 'enum-value-removed' : 'closed-enum-value-removed';
    report({ code, message: `${say(value)} is not a value any more`, ...where });
  }
  return true;
}

/** Only one side names values: the other takes all of a type, or none of them. */
function diffPresence({ report }: Pick<SchemaWalk, 'report'>, { before, after, subject }: SchemaBoth): boolean {
  const where = { subject, ...inNew(after) };
  const values = after.enum ?? before.enum ?? [];
  const types = after.enum === undefined ? after.types : before.types;
  if (types !== undefined && !values.every((value) => types.some((type) => isOf(value, type)))) {
    const [old, now] = [before, after].map((one) => (one.enum ? sayValues(one.enum) : (one.types?.join(' or ') ?? '')));
    report({ code: 'type-changed', message: `the type is ${now}, and was ${old}`, ...where });
    return false;
  }
  const message =
    after.enum === undefined
      ? `values are not limited to ${sayValues(values)} any more`
      : `values are limited to ${sayValues(values)}, and were not`;
  const dropped: ChangeCode = isOpen(values) ? 'enum-dropped' : 'closed-enum-dropped';
  report({ code: after.enum === undefined ? dropped : 'enum-stated', message, ...where });
  return true;
}

/** Types of answers leave enums of several strings open; a single one tells members of a union apart and stays closed. */
function isOpen(values: readonly Json[]): boolean {
  return values.filter((value) => typeof value === 'string').length > 1;
}

function sayValues(values: readonly Json[]): string {
  const shown = values.slice(0, 6).map(say).join(', ');
  return values.length > 6 ? `${shown} and ${values.length - 6} more` : shown;
}

function isOf(value: Json, type: string): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
