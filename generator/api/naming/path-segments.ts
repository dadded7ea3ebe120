import type { OperationDraft } from '../operations/lower-operation.js';
import { pathParts } from '../tools/paths.js';
import { hasWords } from '../tools/name-options.js';

/** A step of a path: text, a variable, or a verb of Google's after a colon. */
export interface Segment {
  readonly kind: 'text' | 'variable' | 'verb';
  readonly text: string;
}

/** A path as names see it. */
export interface NamedPath {
  /** As the document has it. */
  readonly text: string;
  /** Segments that only say where the service is, as far as all operations share them: `/api`. */
  readonly shared: readonly Segment[];
  /** These, and those that only this path has: `/api/v1`. */
  readonly prefix: readonly Segment[];
  readonly rest: readonly Segment[];
  /** The version in the prefix, where other operations of the document have another one. */
  readonly version: string;
}

/** The paths of a document, as the names of one operation depend on all of them. */
export class PathNames {
  /** Number of segments that all paths begin with and that only say where the service is. */
  readonly #shared: number;
  readonly #known: ReadonlySet<string>;

  constructor(drafts: readonly Pick<OperationDraft, 'path' | 'method'>[]) {
    const all = drafts.map(({ path }) => textsBefore(splitPath(path)));
    const first = all[0] ?? [];
    const forks = first.findIndex((text, index) => all.some((texts) => texts[index] !== text));
    const common = forks === -1 ? first : first.slice(0, forks);
    this.#shared = common.findLastIndex(isPlace) + 1;
    this.#known = new Set(drafts.flatMap(({ path, method }) => [plainPath(path), `${method} ${plainPath(path)}`]));
  }

  /** Takes a path apart: `/api/v1/kites/{id}` is `kites` and a variable below `/api/v1`. */
  read(path: string): NamedPath {
    const segments = splitPath(path);
    const texts = textsBefore(segments);
    const shared = this.#shared;
    const own = texts.slice(shared).findIndex((text) => !isPlace(text));
    // What is below nothing but `/v1` is called after that.
    const start = own === -1 ? Math.max(texts.length - 1, 0) : shared + own;
    const prefix = segments.slice(0, start);
    return {
      text: path,
      shared: prefix.slice(0, shared),
      prefix,
      rest: segments.slice(start),
      version: texts.slice(shared, start).join(' '),
    };
  }

  /** Returns true if the document has operations on one of the things at a path: `/kites/{id}` beside `/kites`. */
  hasItems(path: string): boolean {
    return this.#known.has(`${plainPath(path)}/{}`);
  }

  /** Returns true if the document has a path, or an operation on it. */
  has(path: string, method?: string): boolean {
    const plain = plainPath(path);
    return this.#known.has(method ? `${method} ${plain}` : plain);
  }
}

/** Returns true if a segment says where a service is, or its version, and not what is there: `api`, `v1`. */
export function isPlace(text: string): boolean {
  return /^(?:v\d+(?:[._-]?\w+)?|api|rest|t?rpc)$/i.test(text);
}

/** Returns the texts that a path begins with. */
function textsBefore(segments: readonly Segment[]): readonly string[] {
  const end = segments.findIndex(({ kind }) => kind !== 'text');
  return segments.slice(0, end === -1 ? undefined : end).map(({ text }) => text);
}

/** Lists the segments of a path; those of Google's templates, and of names with dots, are segments, too: `{name=kites/*}`, `/user.byId`. */
function splitPath(path: string): readonly Segment[] {
  return pathParts(path).flatMap((part): readonly Segment[] => {
    if (part.kind === 'variable') {
      // `/kites.{format}`
      if (part.name.startsWith('.') || path.includes(`.{${part.name}`)) return [];
      const steps = part.template?.split('/') ?? ['*'];
      return steps.map((step) =>
        step.startsWith('*') ? { kind: 'variable', text: part.name } : { kind: 'text', text: step },
      );
    }
    const texts = part.text.replace(/\.(?:json|xml)$/i, '').split(/(?=:)|[/?#]|(?<=[a-z])\.(?=[a-z])/i);
    return texts.filter(hasWords).map((text) => ({ kind: text.startsWith(':') ? 'verb' : 'text', text }));
  });
}

function plainPath(path: string): string {
  const parts = pathParts(path).map((part) => (part.kind === 'text' ? part.text : '{}'));
  return parts.join('').replace(/(?:\.json)?\/*$/, '');
}
