import { Imports, defineEmitter, docComment, typedLiteral } from 'speccast/emitter';
import type { EmittedFile, Emitter } from 'speccast/emitter';
import { buildSample } from './sample.js';

/** Writes a fixture of every model: `bookFixture` of `./fixtures`, typed as the model, and `fixtures/Book.json`. */
const fixtures: Emitter<{ readonly folder?: string }> = defineEmitter({
  name: 'fixtures',
  options: { properties: { folder: { type: 'string', pattern: '^[a-z]+$' } } },
  *emit({ api, layout, options }): Iterable<EmittedFile> {
    const { folder = 'fixtures' } = options;
    const toName = (model: string): string => `${model.charAt(0).toLowerCase()}${model.slice(1)}Fixture`;
    const samples = api.models.map((model) => ({ model, sample: buildSample(api, model.schema) }));
    const imports = new Imports(
      'fixtures',
      samples.map(({ model }) => toName(model.name)),
    );
    const body = samples.map(({ model, sample }) => {
      const type = imports.useType(layout.model(model));
      const docs = docComment([`A small \`${type}\`.`]);
      return `${docs}\nexport const ${toName(model.name)}: ${type} = ${typedLiteral(sample)};`;
    });
    if (body.length > 0)
      yield { kind: 'source', path: 'src/fixtures.ts', subpath: './fixtures', imports: imports.lines(), body };
    for (const { model, sample } of samples)
      yield { kind: 'plain', path: `${folder}/${model.name}.json`, text: `${JSON.stringify(sample, null, 2)}\n` };
  },
});

export default fixtures;
