import type { EmittedFile, Emitter, Json, Model, Position, Schema } from 'speccast/emitter';
import {
  Imports,
  defineEmitter,
  docComment,
  literal,
  numberLiteral,
  propertyKey,
  regexLiteral,
  stringLiteral,
} from 'speccast/emitter';

/** Functions of Zod by format. Other formats are not validated. */
const formats: Readonly<Record<string, string>> = {
  date: 'iso.date()',
  'date-time': 'iso.datetime({ offset: true })',
  time: 'iso.time()',
  email: 'email()',
  ipv4: 'ipv4()',
  ipv6: 'ipv6()',
  uri: 'url()',
  uuid: 'guid()',
};

/** Keywords that Zod cannot express, and functions that read them from a schema. */
const inexpressible: readonly (readonly [keyword: string, has: (schema: Schema) => unknown])[] = [
  ['not', ({ not }) => not],
  ['if', (schema) => schema.if],
  ['uniqueItems', ({ array }) => array?.uniqueItems],
  ['contains', ({ array }) => array?.contains],
  ['minContains', ({ array }) => array?.minContains],
  ['unevaluatedItems', ({ array }) => array?.unevaluatedItems],
  ['prefixItems', ({ array }) => array?.prefixItems],
  ['patternProperties', ({ object }) => object?.patternProperties],
  ['propertyNames', ({ object }) => object?.propertyNames],
  ['minProperties', ({ object }) => object?.minProperties],
  ['maxProperties', ({ object }) => object?.maxProperties],
  ['dependentRequired', ({ object }) => object?.dependentRequired],
  ['dependentSchemas', ({ object }) => object?.dependentSchemas],
  ['unevaluatedProperties', ({ object }) => object?.unevaluatedProperties],
];

/** Prints the code of schemas, and reports keywords that Zod cannot express. */
class ZodPrinter {
  readonly #z: string;
  readonly #findName: (id: string) => string | undefined;
  readonly #report: (message: string, at: Position) => void;

  constructor(
    z: string,
    findName: (id: string) => string | undefined,
    report: (message: string, at: Position) => void,
  ) {
    this.#z = z;
    this.#findName = findName;
    this.#report = report;
  }

  /** Prints an expression whose value is a schema of Zod. */
  print(schema: Schema): string {
    for (const [keyword, has] of inexpressible)
      if (has(schema) !== undefined) this.#report(`\`${keyword}\` is not part of the schema of Zod`, schema.at);
    const parts = [...this.#parts(schema)];
    const [first = `${this.#z}.unknown()`, ...others] = parts;
    const whole = others.reduce((left, right) => `${this.#z}.intersection(${left}, ${right})`, first);
    return whole;
  }

  /** Lists schemas of Zod that a value has to match all. */
  *#parts({
    at,
    boolean,
    ref,
    const: only,
    enum: values,
    oneOf,
    anyOf,
    allOf = [],
    ...schema
  }: Schema): Iterable<string> {
    if (boolean === false) yield `${this.#z}.never()`;
    if (ref !== undefined) yield this.#reference(ref, at);
    if (only !== undefined) yield this.#values([only.value], at);
    if (values !== undefined) yield this.#values(values, at);
    for (const alternatives of [oneOf, anyOf]) if (alternatives !== undefined) yield this.#union(alternatives);
    for (const part of allOf) yield this.print(part);
    const types = schema.types ?? (schema.object === undefined ? [] : ['object' as const]);
    // Constants are narrower than a type.
    if (types.length === 0 || values !== undefined || only !== undefined) return;
    const printed = types.map((type) => this.#type(type, schema));
    yield printed.length === 1 ? printed.join('') : `${this.#z}.union([${printed.join(', ')}])`;
  }

  /** Prints a reference to a model. It is lazy, because models may refer to each other in any order, and to themselves. */
  #reference(id: string, at: Position): string {
    const name = this.#findName(id);
    if (name !== undefined) return `${this.#z}.lazy(() => ${name})`;
    this.#report('this reference is not to a model; any value is accepted', at);
    return `${this.#z}.unknown()`;
  }

  #values(values: readonly Json[], at: Position): string {
    const scalars = values.filter((one) => typeof one !== 'object' || one === null);
    if (scalars.length < values.length) this.#report('a constant that is an object or a list is left out', at);
    return scalars.length === 0 ? `${this.#z}.unknown()` : `${this.#z}.literal(${literal(scalars)})`;
  }

  #union(alternatives: readonly Schema[]): string {
    return `${this.#z}.union([${alternatives.map((one) => this.print(one)).join(', ')}])`;
  }

  #type(type: string, { string, number, array, object }: Omit<Schema, 'at'>): string {
    const z = this.#z;
    if (type === 'string') return this.#string(string);
    if (type === 'integer' || type === 'number') return this.#number(number, type === 'integer');
    if (type === 'array') {
      const { items, minItems, maxItems } = array ?? {};
      return `${z}.array(${items === undefined ? `${z}.unknown()` : this.print(items)})${printLimits({ min: minItems, max: maxItems })}`;
    }
    return type === 'object' ? this.#object(object) : `${z}.${type}()`;
  }

  #string({ format, minLength, maxLength, pattern }: NonNullable<Schema['string']> = {}): string {
    const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
    const matches = pattern === undefined ? '' : `.regex(${regexLiteral(pattern, 'u')})`;
    return `${this.#z}.${known ?? 'string()'}${printLimits({ min: minLength, max: maxLength })}${matches}`;
  }

  #number(rules: NonNullable<Schema['number']> = {}, isInteger: boolean): string {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
    const all = { min: minimum, max: maximum, gt: exclusiveMinimum, lt: exclusiveMaximum, multipleOf };
    return `${this.#z}.number()${isInteger ? '.int()' : ''}${printLimits(all)}`;
  }

  #object({ properties = [], requiredOnly = [], additionalProperties }: NonNullable<Schema['object']> = {}): string {
    const z = this.#z;
    const members = properties.map(({ name, required, schema }) => {
      const type = this.print(schema);
      return `${propertyKey(name)}: ${required ? type : `${z}.exactOptional(${type})`}`;
    });
    const listed = new Set(properties.map(({ name }) => name));
    const more = requiredOnly.filter((name) => !listed.has(name)).map((name) => `${propertyKey(name)}: ${z}.unknown()`);
    const shape = `{ ${[...members, ...more].join(', ')} }`;
    if (additionalProperties?.boolean === false) return `${z}.strictObject(${shape})`;
    if (additionalProperties === undefined || additionalProperties.boolean === true)
      return `${z}.looseObject(${shape})`;
    return `${z}.object(${shape}).catchall(${this.print(additionalProperties)})`;
  }
}

/** Prints calls for limits: `.min(1).max(80)`. */
function printLimits(values: Readonly<Record<string, number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? '' : `.${name}(${numberLiteral(value)})`))
    .join('');
}

/** Writes `./zod`: a schema of Zod for every model, typed as the model is on the wire: `BookSchema`. */
const zod: Emitter = defineEmitter({
  name: 'zod',
  version: 1,
  *emit({ api, layout, report }): Iterable<EmittedFile> {
    const toName = ({ name }: Model): string => `${name}Schema`;
    const names = new Map(api.models.map((model) => [model.id, toName(model)]));
    const makers = api.models.map((model) => `make${toName(model)}`);
    const imports = new Imports('zod', [...names.values(), ...makers]);
    const z = imports.use({ name: 'z', module: 'npm:zod' });
    const zodType = imports.useType({ name: 'ZodType', module: 'npm:zod' });
    const printer = new ZodPrinter(
      z,
      (id) => names.get(id),
      (message, at) => report('warning', message, at),
    );
    const body = api.models.flatMap((model) => {
      const { module, name } = layout.model(model);
      const type = imports.useType({ module, name: model.wire ?? name });
      const docs = docComment([`A ${stringLiteral(model.specName).slice(1, -1)} as Zod validates it.`]);
      return [
        `${docs}\nexport const ${toName(model)}: ${zodType}<${type}> = make${toName(model)}();`,
        `function make${toName(model)}(): ${zodType}<${type}> {\n  return ${printer.print(model.schema)};\n}`,
      ];
    });
    if (body.length === 0) return;
    const packages = { zod: '^4.3.0' };
    yield { kind: 'source', path: 'src/zod.ts', subpath: './zod', packages, imports: imports.lines(), body };
  },
});

export default zod;
