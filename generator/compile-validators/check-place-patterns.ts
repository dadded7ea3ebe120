import type { Diagnostics, Position } from '../diagnostics.js';
import type { JsonObject } from '../spec/json.js';
import { PatternJudge } from '../spec/patterns/check-patterns.js';
import { metaSchemas } from './meta-schemas.js';
import { placeId, type SchemaPlace } from './resource.js';

/** Looks at a schema in its place. */
export type VisitPlace = (place: SchemaPlace, schema: JsonObject) => void;

/** Place in the input of what some keys lead to from a schema. */
type LocateIn = (place: SchemaPlace, steps: readonly string[]) => Position;

const shipped: ReadonlySet<unknown> = new Set(metaSchemas.map((schema) => schema['$id']));

/** Makes the check of the patterns of all schemas; each is judged once, however often it is reached. */
export function checkPlacePatterns(diagnostics: Diagnostics): (locate: LocateIn) => VisitPlace {
  const judge = new PatternJudge();
  return (locate) => {
    const seen = new Set<string>();
    return (place, schema) => {
      const id = placeId(place);
      if (!place.resource.asserts || seen.has(id) || shipped.has(place.resource.uri)) return;
      seen.add(id);
      for (const { severity, code, message, owner, key } of judge.judge(schema)) {
        const at = locate(place, owner === schema ? [key] : ['patternProperties', key]);
        if (severity === 'error') diagnostics.error(code, message, at);
        else diagnostics.warning(code, message, at);
      }
    };
  };
}
