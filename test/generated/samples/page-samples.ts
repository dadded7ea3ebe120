/** The samples of an operation in `api.md`, one in each language. */
export interface PageSample {
  /** `videos.list` */
  readonly operation: string;
  readonly typescript: string;
  readonly curl: string;
  readonly cli: string;
}

/** The samples of `api.md`, and the code that is in front of all of them. */
export interface PageSamples {
  /** Creates `client`. */
  readonly typescript: string;
  /** Sets variables for curl. */
  readonly shell: string;
  readonly samples: readonly PageSample[];
}

const FENCE = /^```(ts|sh)\n([^]*?)\n```$/gm;

/** Reads the samples of an `api.md`. */
export function readPageSamples(page: string): PageSamples {
  const [start = '', ...sections] = page.split(/^#### `client\./m);
  const [typescript = '', shell = ''] = readFences(start.slice(start.indexOf('\n## Operations')));
  const samples = sections.map((section): PageSample => {
    const [operation = ''] = /^[\w.]+/.exec(section) ?? [];
    const [first = '', curl = '', cli = ''] = readFences(section.split(/^##/m)[0] ?? '');
    return { operation, typescript: first, curl, cli };
  });
  return { typescript, shell, samples };
}

/** Returns the contents of all code fences in TypeScript or shell. */
function readFences(text: string): readonly string[] {
  return [...text.matchAll(FENCE)].map(([, , code = '']) => code);
}
