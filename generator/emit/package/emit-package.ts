import { createTemplates } from '../code/templates.js';
import { takesPictures } from '../code/takes-pictures.js';
import type { EmitContext, OutputFile, PlainFile } from '../source-file.js';
import { emitApiPage } from './emit-api-page.js';
import { emitReadme } from './emit-readme.js';
import { emitSpec } from './emit-spec.js';
import { packageJson } from './package-json.js';
import { publishedDocument } from './published-document.js';
import { packageTsconfig } from './package-tsconfig.js';

/** Emits what makes the sources a package: package.json, README, api.md, licence, changelog, tsconfig, build.js and `src/spec/`. */
export function emitPackage(context: EmitContext): readonly OutputFile[] {
  const document = publishedDocument(context.api.document);
  const version = context.settings?.version ?? '0.1.0';
  const templates = createTemplates(context.assets.templates);
  return [
    jsonFile('package.json', packageJson(context)),
    jsonFile('tsconfig.json', packageTsconfig),
    textFile('build.js', templates.render('package/build.hbs', { drawn: takesPictures(context.api) })),
    jsonFile('openapi.json', document),
    textFile('README.md', emitReadme(context, templates)),
    textFile('api.md', emitApiPage(context, templates)),
    textFile('CHANGELOG.md', `# Changelog\n\n## ${version}\n\nFirst release.\n`),
    // What the next release is compared with; `generate --release` replaces it.
    jsonFile('released.json', { version, document }),
    textFile('LICENSE', templates.render('package/license.hbs', {})),
    ...(takesPictures(context.api)
      ? [textFile('THIRD-PARTY-LICENSES.md', templates.render('package/third-party-licenses.hbs', {}))]
      : []),
    ...emitSpec({ context, templates, document }),
  ];
}

function jsonFile(path: string, value: unknown): PlainFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

function textFile(path: string, text: string): PlainFile {
  return { kind: 'plain', path, text };
}
