import { Node, Project } from 'ts-morph';

/** A call of a client that a test makes, on one line. */
export interface TestedCall {
  /** `chat.completions.create`, without `client`. */
  readonly path: string;
  readonly text: string;
}

/** The calls of a client in a test; what is called on their results is left away. */
export function readTestCalls(text: string): readonly TestedCall[] {
  const project = new Project({ useInMemoryFileSystem: true });
  const calls = project.createSourceFile('tests.ts', text).getDescendants().filter(Node.isCallExpression);
  return calls.flatMap((call) => {
    const [, path] = /^client\.([\w.]+)$/.exec(call.getExpression().getText()) ?? [];
    return path === undefined ? [] : [{ path, text: call.getText().replaceAll(/\s*\n\s*/g, ' ') }];
  });
}
