import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parsePattern, type LocatedPattern, type OperationSubset } from '../../spec/operation-pattern.js';
import { didYouMean } from '../../spec/suggest.js';
import { WrongUsage } from './console.js';

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ options: T; allowPositionals: true; strict: true }>>;

/** Parses arguments strictly; throws `WrongUsage` on unknown flags, and on a flag with a value that occurs twice. */
export function parseOptions<T extends Options>(args: readonly string[], options: T): Parsed<T> {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true, tokens: true });
    const names = parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const twice = names.find((name, index) => {
      const option = options[name];
      return names.indexOf(name) < index && option?.type === 'string' && option.multiple !== true;
    });
    // The parser would ignore one of the two values.
    if (twice !== undefined) throw new WrongUsage(`--${twice} is given twice`);
    return parsed;
  } catch (error) {
    if (error instanceof WrongUsage) throw error;
    throw new WrongUsage(error instanceof Error ? explain(error.message, Object.keys(options)) : String(error));
  }
}

/** Parses a whole number: `--port 3000`. */
export function parseNumber(name: string, text: string | undefined, limit: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text) && Number(text) <= limit) return Number(text);
  throw new WrongUsage(`--${name} takes a whole number up to ${limit}, not ${JSON.stringify(text)}`);
}

/** Parses one of several values: `--auth strict`. */
export function parseChoice<T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new WrongUsage(
    `--${name} takes ${choices.join(' or ')}, not ${JSON.stringify(text)}${didYouMean(text, choices)}`,
  );
}

/** Shortens a message of the parser to its first sentence, and suggests the option that was probably meant. */
function explain(message: string, known: readonly string[]): string {
  const [sentence = message] = message.split(/\.\s/, 1);
  const ambiguous = /^Option '(?:-\w, )?(--[^' ]+)[^']*' argument is ambiguous/.exec(sentence)?.[1];
  if (ambiguous !== undefined)
    return `${ambiguous} takes a value; one that begins with a dash is given as ${ambiguous}=…`;
  const unknown = /^Unknown option '--([^']+)'/.exec(sentence)?.[1];
  const hint =
    unknown === undefined
      ? ''
      : didYouMean(
          `--${unknown}`,
          known.map((name) => `--${name}`),
        );
  return `${sentence}${hint}`;
}

/** The flags about overlays, as the commands that read specs take them. */
interface OverlayFlags {
  readonly spec?: string | undefined;
  readonly overlay?: readonly string[] | undefined;
  readonly 'no-overlays'?: boolean | undefined;
}

/** Throws `WrongUsage` on flags about overlays that contradict each other. */
export function rejectOverlayFlags({ spec, overlay, 'no-overlays': bare }: OverlayFlags): void {
  if (overlay === undefined) return;
  if (overlay.includes('')) throw new WrongUsage('--overlay takes a path');
  if (bare === true) throw new WrongUsage('--overlay and --no-overlays contradict each other');
  if (spec === undefined)
    throw new WrongUsage('--overlay goes with a spec file; the overlays of services are named in speccast.yaml');
}

/** The flags that choose operations of a spec. */
interface SubsetFlags {
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Parses `--include` and `--exclude`; `undefined` without them. Throws `WrongUsage` on an invalid pattern. */
export function parseSubset({ include, exclude }: SubsetFlags): OperationSubset | undefined {
  if (include === undefined && exclude === undefined) return undefined;
  const read = (flag: 'include' | 'exclude', text: string): LocatedPattern => {
    const pattern = parsePattern(text);
    const forms = 'tag:…, id:…, path:…, method:… or deprecated';
    if (pattern === undefined) throw new WrongUsage(`--${flag} takes ${forms}, not ${JSON.stringify(text)}`);
    if (flag === 'include' && pattern.webhook !== undefined)
      throw new WrongUsage('webhooks stay unless --exclude webhook:… leaves them out; --include does not take them');
    return { ...pattern, at: { file: '(command line)', line: 1, column: 1 } };
  };
  return {
    ...(include && { include: include.map((text) => read('include', text)) }),
    ...(exclude && { exclude: exclude.map((text) => read('exclude', text)) }),
  };
}

/** Throws `WrongUsage` if flags choose operations of a service; speccast.yaml does that. */
export function rejectSubsetFlags({ include, exclude }: SubsetFlags, spec: string | undefined): void {
  const flag = include === undefined ? 'exclude' : 'include';
  if ((include ?? exclude) !== undefined && spec === undefined)
    throw new WrongUsage(`--${flag} goes with a spec file; for services, write \`operations: { ${flag}: […] }\``);
}
