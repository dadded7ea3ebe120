/** How `api.md` shows the call of an operation. */
export interface PageSample {
  /** `videos.list` */
  readonly operation: string;
  readonly typescript: string;
  readonly curl: string;
  readonly cli: string;
}

/** The samples of a page, and what they begin with. */
export interface PageSamples {
  readonly typescript: string;
  readonly shell: string;
  readonly samples: readonly PageSample[];
}

const FENCE = /^```(ts|sh)\n([^]*?)\n```$/gm;

/** Reads the samples of an `api.md`. */
export function readPageSamples(page: string): PageSamples {
  const [start = '', ...sections] = page.split(/^#### `client\./m);
  const [typescript = '', shell = ''] = codeOf(start.slice(start.indexOf('\n## Operations')));
  const samples = sections.map((section): PageSample => {
    const [operation = ''] = /^[\w.]+/.exec(section) ?? [];
    const [first = '', curl = '', cli = ''] = codeOf(section.split(/^##/m)[0] ?? '');
    return { operation, typescript: first, curl, cli };
  });
  return { typescript, shell, samples };
}

function codeOf(text: string): readonly string[] {
  return [...text.matchAll(FENCE)].map(([, , code = '']) => code);
}
