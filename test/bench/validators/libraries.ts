import type { Payload } from './payloads.js';

/** One library at work: what it says about a value. */
export interface Judge {
  /** Whether the value matches, without reasons. */
  readonly is: (value: unknown) => boolean;
  /** The first mistake; falsy where there is none. Absent where the library cannot stop at one: `all` serves for it. */
  readonly first?: (value: unknown) => unknown;
  /** All mistakes; falsy where there is none. Absent where the library lists no more than one. */
  readonly all?: (value: unknown) => unknown;
}

/** A schema of the bench: JSON Schema, draft 2020-12. */
export type BenchSchema = Readonly<Record<string, Payload>>;

/** A library that takes part. */
export interface Library {
  readonly name: string;
  /** Packages it needs, with the version that is measured. */
  readonly packages: readonly string[];
  /** Makes the judge of a schema; `emitted` are the modules that `emit` wrote, if it writes any. */
  readonly load: (schema: BenchSchema, emitted: readonly string[]) => Promise<Judge>;
  /** Texts of ES modules that need no schema at run time; the sizes are those of the first one. */
  readonly emit?: (schema: BenchSchema) => Promise<readonly string[]>;
  /** An emitted module that says whether, without saying why: its place in what `emit` wrote, and its export. */
  readonly judgeOnly?: { readonly place: number; readonly name: string };
  /** What an application imports of a library that reads schemas at run time. */
  readonly imports?: string;
}

/** The libraries are no dependencies of this repository, so their types are those that are used here. */
async function load<T>(specifier: string): Promise<T> {
  // What a library exports is checked by the verdicts, before anything is measured.
  return (await import(specifier)) as T;
}

type Check = ((value: unknown) => boolean) & { readonly errors?: readonly unknown[] | null };

interface Ajv {
  readonly compile: (schema: BenchSchema) => Check;
}

interface AjvModules {
  readonly ajv: { readonly Ajv2020: new (options: object) => Ajv };
  readonly formats: { readonly default: { readonly default: (ajv: Ajv) => void } };
}

async function createAjv(options: object): Promise<Ajv> {
  const ajv = await load<AjvModules['ajv']>('ajv/dist/2020.js');
  const formats = await load<AjvModules['formats']>('ajv-formats');
  const made = new ajv.Ajv2020({ strict: false, discriminator: true, logger: false, ...options });
  formats.default.default(made);
  return made;
}

/** The errors of a function that keeps them beside itself. */
function errorsOf(check: Check): (value: unknown) => unknown {
  return (value) => (check(value) ? undefined : check.errors);
}

function some(errors: readonly unknown[]): readonly unknown[] | undefined {
  return errors.length === 0 ? undefined : errors;
}

const ajvPackages = ['ajv@8.20.0', 'ajv-formats@3.0.1'];

const ajv: Library = {
  name: 'ajv',
  packages: ajvPackages,
  imports: "export { Ajv2020 } from 'ajv/dist/2020.js'; export { default as formats } from 'ajv-formats';",
  async load(schema) {
    const check = (await createAjv({})).compile(schema);
    const all = (await createAjv({ allErrors: true })).compile(schema);
    return { is: check, first: errorsOf(check), all: errorsOf(all) };
  },
};

const ajvStandalone: Library = {
  name: 'ajv standalone',
  packages: ajvPackages,
  async emit(schema) {
    const standalone = await load<{ default: { default: (ajv: Ajv, check: Check) => string } }>(
      'ajv/dist/standalone/index.js',
    );
    const texts = [false, true].map(async (allErrors) => {
      const one = await createAjv({ allErrors, code: { source: true, esm: true } });
      return standalone.default.default(one, one.compile(schema));
    });
    return Promise.all(texts);
  },
  async load(_, [one = '', every = '']) {
    const check = await load<{ default: Check }>(one);
    const all = await load<{ default: Check }>(every);
    return { is: check.default, first: errorsOf(check.default), all: errorsOf(all.default) };
  },
};

interface AtaResult {
  readonly valid: boolean;
  readonly errors: readonly unknown[];
}

interface AtaModule {
  readonly isValid: (value: unknown) => boolean;
  readonly validate: (value: unknown) => AtaResult;
}

interface Ata {
  readonly Validator: new (
    schema: BenchSchema,
    options?: object,
  ) => {
    readonly isValidObject: (value: unknown) => boolean;
    readonly validate: (value: unknown) => AtaResult;
  };
}

const ata: Library = {
  name: 'ata',
  packages: ['ata-validator@1.27.1'],
  imports: "export { Validator } from 'ata-validator';",
  async load(schema) {
    const { Validator } = await load<Ata>('ata-validator');
    const one = new Validator(schema);
    return {
      is: (value) => one.isValidObject(value),
      all: (value) => some(one.validate(value).errors),
    };
  },
};

const ataBuild: Library = {
  name: 'ata build',
  packages: ata.packages,
  judgeOnly: { place: 0, name: 'isValid' },
  async emit(schema) {
    const { Validator } = await load<Ata>('ata-validator');
    const { toStandaloneModule } = await load<{ toStandaloneModule: (validator: object) => string }>(
      'ata-validator/aot',
    );
    return [toStandaloneModule(new Validator(schema))];
  },
  async load(_, [emitted = '']) {
    const { isValid, validate } = await load<AtaModule>(emitted);
    return { is: isValid, all: (value) => some(validate(value).errors) };
  },
};

const tjs: Library = {
  name: 'tjs',
  packages: ['tjs@7.0.0'],
  imports: "export { schema } from 'tjs';",
  async load(definition) {
    const { schema } = await load<{ schema: (definition: BenchSchema, options: object) => Check }>('tjs');
    const check = schema(definition, { formatAssertion: true });
    return { is: check, first: errorsOf(check) };
  },
};

const typebox: Library = {
  name: 'typebox',
  packages: ['typebox@1.4.3'],
  imports: "export { Compile } from 'typebox/schema';",
  async load(schema) {
    const { Compile } = await load<{
      Compile: (schema: BenchSchema) => {
        readonly Check: (value: unknown) => boolean;
        readonly Errors: (value: unknown) => readonly [boolean, readonly unknown[]];
      };
    }>('typebox/schema');
    const one = Compile(schema);
    return { is: (value) => one.Check(value), all: (value) => some(one.Errors(value)[1]) };
  },
};

const schemasafe: Library = {
  name: 'schemasafe',
  packages: ['@exodus/schemasafe@1.3.0'],
  imports: "export { validator } from '@exodus/schemasafe';",
  async load(schema) {
    const { validator } = await load<{ validator: (schema: BenchSchema, options: object) => Check }>(
      '@exodus/schemasafe',
    );
    const options = { mode: 'spec', allowUnusedKeywords: true, formatAssertion: true };
    const check = validator(schema, options);
    const first = validator(schema, { ...options, includeErrors: true });
    const all = validator(schema, { ...options, includeErrors: true, allErrors: true });
    return { is: check, first: errorsOf(first), all: errorsOf(all) };
  },
};

interface ZodResult {
  readonly success: boolean;
  readonly error?: { readonly issues: readonly unknown[] };
}

async function loadZod(schema: BenchSchema): Promise<Judge> {
  const { fromJSONSchema } = await load<{
    fromJSONSchema: (schema: BenchSchema) => { safeParse: (value: unknown) => ZodResult };
  }>('zod');
  const one = fromJSONSchema(schema);
  return { is: (value) => one.safeParse(value).success, all: (value) => one.safeParse(value).error?.issues };
}

const zod: Library = {
  name: 'zod',
  packages: ['zod@4.6.7'],
  imports: "export { fromJSONSchema } from 'zod';",
  load: loadZod,
};

const zodCompiled: Library = {
  name: 'zod/compile',
  packages: zod.packages,
  imports: "import 'zod/compile'; export { fromJSONSchema } from 'zod';",
  async load(schema) {
    await load('zod/compile');
    return loadZod(schema);
  },
};

interface OwnModule {
  readonly validators: {
    readonly root: {
      readonly is: (value: unknown) => boolean;
      /** A validator that knows no limit lists all mistakes, of which the first one is taken. */
      readonly check: (value: unknown, options?: { readonly limit: number }) => readonly unknown[];
    };
  };
}

/** Its modules are written by the bench: the library is this repository. */
const speccast: Library = {
  name: 'speccast',
  packages: [],
  judgeOnly: { place: 1, name: 'isRoot' },
  async load(_, [emitted = '']) {
    const { root } = (await load<OwnModule>(emitted)).validators;
    return {
      is: root.is,
      first: (value) => root.check(value, { limit: 1 })[0],
      all: (value) => some(root.check(value)),
    };
  },
};

/** All that take part, ours first. */
export const libraries: readonly Library[] = [
  speccast,
  ajv,
  ajvStandalone,
  ata,
  ataBuild,
  tjs,
  typebox,
  schemasafe,
  zod,
  zodCompiled,
];
