import { CONFIG_FILES } from '../../config/find-config.js';
import type { PackageJsonWants } from './edit-package-json.js';

/** A file that `init` writes where there is none. */
export interface PlannedFile {
  /** From the folder of the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What is asked for, all of it checked: with a document of the user, or with the example. */
export type ProjectNames = {
  /** Kebab-case name of the service. */
  readonly service: string;
  readonly packageName: string;
} & (
  | {
      /** Document of the user, as a path from the folder `specs`. */
      readonly spec: string;
      readonly create?: never;
    }
  | {
      readonly spec?: never;
      /** What makes the client of the example: `createPetstore`. */
      readonly create: string;
    }
);

/** The files of a project, from the texts of `templates/init`; without its test where the project has a way to test. */
export function planProject(
  names: ProjectNames,
  { read, withTest }: { readonly read: (template: string) => string; readonly withTest: boolean },
): readonly PlannedFile[] {
  const { service, packageName, spec, create } = names;
  const fill = (template: string): string =>
    read(template)
      .replaceAll('__name__', service)
      .replaceAll('__package__', packageName)
      .replaceAll('__create__', create ?? '')
      // A function, because `$` in a path is no reference to a group.
      .replaceAll('__spec__', () => scalar(spec ?? `${service}/openapi.yaml`));
  const example = spec === undefined;
  const test = example ? 'test/example.test.mjs' : 'test/own-spec.test.mjs';
  return [
    { path: CONFIG_FILES[0], text: fill('specs/speccast.yaml') },
    ...(example ? [{ path: `specs/${service}/openapi.yaml`, text: read('specs/openapi.yaml') }] : []),
    ...(withTest ? [{ path: `test/${service}.test.mjs`, text: fill(test) }] : []),
    { path: '.gitignore', text: read('gitignore') },
    { path: '.gitattributes', text: read('gitattributes') },
  ];
}

/** Text as a value of YAML. */
function scalar(text: string): string {
  const plain = /^[\w./][\w./-]*\.\w*[a-z]$/i.test(text);
  return plain ? text : `'${text.replaceAll("'", "''")}'`;
}

/** What the scripts of a project depend on. */
export interface ProjectKind {
  /** Versions of speccast and of what builds packages. */
  readonly tools: Readonly<Record<string, string>>;
  /** Whether it has no other workspaces. */
  readonly alone: boolean;
  /** Whether it is a workspace itself, and can have none. */
  readonly nested: boolean;
}

/** The command that builds one generated package. */
export function buildOf(service: string, nested: boolean): string {
  return `npm run build ${nested ? '--prefix ' : '--workspace='}generated/${service}`;
}

/** What package.json needs. */
export function packageJsonWants({ service }: ProjectNames, { tools, alone, nested }: ProjectKind): PackageJsonWants {
  // Other workspaces of the project have builds of their own.
  const build = alone && !nested ? 'npm run build --workspaces' : buildOf(service, nested);
  return {
    scripts: {
      generate: 'speccast generate',
      check: 'speccast generate --check',
      build: `speccast generate && ${build}`,
      test: 'node --test test/*.test.mjs',
      mock: `speccast mock ${service}`,
    },
    ...(!nested && { workspace: 'generated/*' }),
    devDependencies: tools,
  };
}
