import type { Content, Operation, Parameter } from '../../api/api.js';
import type { Schema } from '../../api/types/schema.js';
import type { Both } from './finding.js';
import { fingerprint } from './fingerprint.js';
import { findExportedName, type SchemaShapes, type Side } from './side.js';

/** Deepest reference to a schema of one side alone that is looked into. */
const DEEPEST = 20;

type SideName = keyof Both<Side>;

/** Finds out which schemas, parameters and operations differ in nothing but their names. */
export class ShapeKeys implements SchemaShapes {
  readonly #sides: Both<Side>;
  /** Numbers of texts: a text that has others in it stays short. */
  readonly #numbers = new Map<string, string>();
  readonly #known = new Map<string, string>();

  constructor(sides: Both<Side>) {
    this.#sides = sides;
  }

  readonly ofSchema = (schema: Schema, side: SideName): string => this.#print(schema, side, 0);

  /** The same text for two parameters that differ in nothing but their names. */
  readonly ofParameter = (parameter: Parameter, side: SideName): string => {
    const { in: location, style, explode, allowReserved, template, contentType, schema } = parameter;
    const facts = [location, style, explode, allowReserved, template, contentType];
    return `${JSON.stringify(facts)} ${this.ofSchema(schema, side)}`;
  };

  /** Returns whether the bodies of an operation are telling: see `isTelling`. */
  readonly isTellingOperation = ({ body, responses }: Operation, side: SideName): boolean =>
    [
      ...(body?.contents ?? []),
      ...responses.flatMap(({ status, contents }) => (status.startsWith('2') ? contents : [])),
    ].some(({ schema }) => this.isTelling(schema, side));

  /** The same of operations, which may have other ids and paths. */
  readonly ofOperation = ({ method, parameters, body, responses }: Operation, side: SideName): string => {
    const contents = (list: readonly Content[]): readonly string[] =>
      list.map(({ mediaType, schema }) => `${mediaType} ${this.ofSchema(schema, side)}`);
    return JSON.stringify([
      method,
      parameters.map((one) => [one.in === 'path' ? '' : one.name, one.required, this.ofParameter(one, side)]),
      body && [body.required, contents(body.contents), body.media?.mediaTypes],
      responses.map(({ status, contents: list }) => [status, contents(list)]),
    ]);
  };

  readonly isTelling = (schema: Schema, side: SideName): boolean => this.#isTelling(schema, side, 0);

  #isTelling(schema: Schema, side: SideName, depth: number): boolean {
    const { ref, array, object, string, oneOf, anyOf, allOf } = schema;
    const inner = ref === undefined ? array?.items : this.#sides[side].schemas.get(ref);
    return (
      (inner !== undefined && depth < DEEPEST && this.#isTelling(inner, side, depth + 1)) ||
      (schema.enum?.length ?? 0) > 1 ||
      (object?.properties?.length ?? 0) > 1 ||
      string?.pattern !== undefined ||
      (oneOf ?? anyOf ?? allOf) !== undefined
    );
  }

  #print(schema: Schema, side: SideName, depth: number): string {
    return this.#numberOf(fingerprint(schema, (id) => this.#nameOf(id, side, depth)));
  }

  #numberOf(text: string): string {
    const number = this.#numbers.get(text) ?? `#${this.#numbers.size}`;
    this.#numbers.set(text, number);
    return number;
  }

  /** A name that both sides have, else what the schema asserts: it may be renamed as well. */
  #nameOf(id: string, side: SideName, depth: number): string {
    const own = this.#sides[side];
    const name = findExportedName(own, id);
    const { before, after } = this.#sides;
    const target = own.schemas.get(id);
    if (target === undefined || depth > DEEPEST || (before.modelNames.has(name) && after.modelNames.has(name)))
      return name;
    const key = `${side} ${id}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // Met again on the way, it is itself.
    this.#known.set(key, '#');
    const printed = this.#print(target, side, depth + 1);
    this.#known.set(key, printed);
    return printed;
  }
}
