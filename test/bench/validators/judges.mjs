/*
 * Adapters of the libraries, by name. `load` compiles a schema, or loads the modules that were emitted for it, into a judge: `is` returns
 * whether a value is valid, `first` the first mistake, `all` all mistakes, or a falsy value. `first` is missing if a library cannot stop at
 * the first mistake, `all` if it never lists more than one. `emit` returns the code of modules that need no schema at run time.
 */

async function createAjv(options) {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const formats = await import('ajv-formats');
  const ajv = new Ajv2020({ strict: false, discriminator: true, logger: false, ...options });
  formats.default.default(ajv);
  return ajv;
}

/** Returns a function that returns the errors of a check, which ajv stores as a property of the check function. */
function readErrors(check) {
  return (value) => (check(value) ? undefined : check.errors);
}

function some(errors) {
  return errors.length === 0 ? undefined : errors;
}

async function loadZod(schema) {
  const { fromJSONSchema } = await import('zod');
  const type = fromJSONSchema(schema);
  return { is: (value) => type.safeParse(value).success, all: (value) => type.safeParse(value).error?.issues };
}

export const judges = {
  speccast: {
    async load(_, [emitted]) {
      const { root } = (await import(emitted)).validators;
      return {
        is: root.is,
        // Validators that ignore `limit` list all mistakes.
        first: (value) => root.check(value, { limit: 1 })[0],
        all: (value) => some(root.check(value)),
      };
    },
  },
  ajv: {
    async load(schema) {
      const [check, all] = [await createAjv({}), await createAjv({ allErrors: true })].map((ajv) =>
        ajv.compile(schema),
      );
      return { is: check, first: readErrors(check), all: readErrors(all) };
    },
  },
  'ajv standalone': {
    async emit(schema) {
      const standalone = await import('ajv/dist/standalone/index.js');
      const write = async (allErrors) => {
        const ajv = await createAjv({ allErrors, code: { source: true, esm: true } });
        return standalone.default.default(ajv, ajv.compile(schema));
      };
      return [await write(false), await write(true)];
    },
    async load(_, [one, every]) {
      const [check, all] = [(await import(one)).default, (await import(every)).default];
      return { is: check, first: readErrors(check), all: readErrors(all) };
    },
  },
  ata: {
    async load(schema) {
      const { Validator } = await import('ata-validator');
      const validator = new Validator(schema);
      return {
        is: (value) => validator.isValidObject(value),
        all: (value) => some(validator.validate(value).errors),
      };
    },
  },
  'ata build': {
    async emit(schema) {
      const { Validator } = await import('ata-validator');
      const { toStandaloneModule } = await import('ata-validator/aot');
      return [toStandaloneModule(new Validator(schema))];
    },
    async load(_, [emitted]) {
      const { isValid, validate } = await import(emitted);
      return { is: isValid, all: (value) => some(validate(value).errors) };
    },
  },
  tjs: {
    async load(definition) {
      const { schema } = await import('tjs');
      const check = schema(definition, { formatAssertion: true });
      return { is: check, first: readErrors(check) };
    },
  },
  typebox: {
    async load(schema) {
      const { Compile } = await import('typebox/schema');
      const type = Compile(schema);
      return { is: (value) => type.Check(value), all: (value) => some(type.Errors(value)[1]) };
    },
  },
  schemasafe: {
    async load(schema) {
      const { validator } = await import('@exodus/schemasafe');
      const options = { mode: 'spec', allowUnusedKeywords: true, formatAssertion: true };
      const [first, all] = [false, true].map((allErrors) =>
        validator(schema, { ...options, includeErrors: true, allErrors }),
      );
      return { is: validator(schema, options), first: readErrors(first), all: readErrors(all) };
    },
  },
  zod: { load: loadZod },
  'zod/compile': {
    async load(schema) {
      await import('zod/compile');
      return loadZod(schema);
    },
  },
};
