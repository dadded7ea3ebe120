import type { Position } from '../../../diagnostics.js';
import { isJsonObject, type Json } from '../../../spec/read/json.js';
import { asserts, keywords } from '../../../keywords/keywords.js';
import type { LocatePointer } from '../../../spec/references/locate-pointer.js';
import { plansOf, type Plan } from './plan.js';

/** The place of a schema or of a keyword of it. */
export interface SchemaPlace {
  /** JSON pointer of the schema with functions of its own that it is part of, as issues write it. */
  readonly unit: string;
  /** Way from there to the schema: `/properties/title`. */
  readonly part: string;
  /** Absent for the schema itself. */
  readonly keyword?: string;
  readonly at: Position;
}

/** Lists the places of all schemas that plans judge by, and of what issues say about them; each once. */
export function listPlaces(plans: Iterable<Plan>, locate: LocatePointer): readonly SchemaPlace[] {
  const known = new Set<string>();
  const listPart = (plan: Plan, unit: string): readonly SchemaPlace[] => {
    const inner = plan.checks.flatMap((check) => {
      const { inPlace, inside } = plansOf(check);
      return [...inPlace, ...inside].flatMap((one) => listPart(one, unit));
    });
    if (known.has(plan.pointer)) return inner;
    known.add(plan.pointer);
    return [...placesOf(plan.pointer, unit, locate), ...inner];
  };
  return [...plans].flatMap((plan) => listPart(plan, plan.pointer));
}

/** A schema and its keywords. */
function placesOf(pointer: string, unit: string, locate: LocatePointer): readonly SchemaPlace[] {
  const found = locate(pointer);
  const part = pointer.slice(unit.length);
  if (found === undefined || (part !== '' && isReference(found.value))) return [];
  const keywords = citedKeywords(found.value).flatMap((keyword) => {
    const at = locate(pointer, keyword)?.at;
    return at === undefined ? [] : [{ unit, part, keyword, at }];
  });
  return [{ unit, part, at: found.at }, ...keywords];
}

/** Issues are about what a reference leads to, and so they are where none is written out. */
function isReference(value: Json | undefined): boolean {
  return (
    value === undefined || (isJsonObject(value) && value['$ref'] !== undefined && citedKeywords(value).length === 0)
  );
}

/** Keywords that an issue can be about: those that assert by themselves, and others where they hold a schema that is `false`. */
function citedKeywords(schema: Json | undefined): readonly string[] {
  if (schema === undefined || !isJsonObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, value]) => {
    const keyword = keywords.get(name);
    if (keyword === undefined) return [];
    const isOwn = keyword.isReported === true || keyword.is !== undefined;
    return isOwn || (asserts(keyword) && holdsFalse(value)) ? [name] : [];
  });
}

function holdsFalse(value: Json): boolean {
  return value === false || (typeof value === 'object' && value !== null && Object.values(value).includes(false));
}
