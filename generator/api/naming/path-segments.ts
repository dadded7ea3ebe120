import type { OperationDraft } from '../operations/lower-operation.js';
import { parsePath } from '../tools/paths.js';
import { hasWords } from '../tools/name-options.js';

/** A step of a path: text, a variable, or a verb after a colon as in Google's paths (`/pets:search`). */
export interface Segment {
  readonly kind: 'text' | 'variable' | 'verb';
  readonly text: string;
}

/** A path, divided for names into a prefix without meaning (`/api/v1`) and the rest. */
export interface NamedPath {
  /** The path in the document. */
  readonly text: string;
  /** The part of the prefix that all operations share: `/api`. */
  readonly shared: readonly Segment[];
  /** Segments that name the service or its version: `/api/v1`. */
  readonly prefix: readonly Segment[];
  readonly rest: readonly Segment[];
  /** The version in the prefix, where other operations of the document have another one. */
  readonly version: string;
}

/** The paths of a document; the names of an operation depend on all of them. */
export class PathNames {
  /** Number of segments in the prefix that all paths share. */
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

  /** Divides a path: `/api/v1/kites/{id}` → the prefix `/api/v1`, and the rest `kites` and a variable. */
  read(path: string): NamedPath {
    const segments = splitPath(path);
    const texts = textsBefore(segments);
    const shared = this.#shared;
    const own = texts.slice(shared).findIndex((text) => !isPlace(text));
    // A path such as `/v1` or `/v1/{id}` has no other text: its last prefix segment is its name.
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

  /** Returns true if the document has a path for one thing of a collection: `/kites/{id}` for `/kites`. */
  hasItems(path: string): boolean {
    return this.#known.has(`${plainPath(path)}/{}`);
  }

  /** Returns true if the document has a path, or an operation on it. */
  has(path: string, method?: string): boolean {
    const plain = plainPath(path);
    return this.#known.has(method ? `${method} ${plain}` : plain);
  }
}

/** Returns true if a segment names a service or its version, and no resource: `api`, `v1`. */
export function isPlace(text: string): boolean {
  return /^(?:v\d+(?:[._-]?\w+)?|api|rest|t?rpc)$/i.test(text);
}

/** Returns the segments of text before the first variable or verb. */
function textsBefore(segments: readonly Segment[]): readonly string[] {
  const end = segments.findIndex(({ kind }) => kind !== 'text');
  return segments.slice(0, end === -1 ? undefined : end).map(({ text }) => text);
}

/** Lists the segments of a path, also those in a template or between dots: `{name=kites/*}` → `kites`, `name`; `/user.byId` → `user`, `byId`. */
function splitPath(path: string): readonly Segment[] {
  return parsePath(path).flatMap((part): readonly Segment[] => {
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
  const parts = parsePath(path).map((part) => (part.kind === 'text' ? part.text : '{}'));
  return parts.join('').replace(/(?:\.json)?\/*$/, '');
}
