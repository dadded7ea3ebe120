import { Node, Project } from 'ts-morph';

/** A call of a client in a test, on one line. */
export interface TestedCall {
  /** `chat.completions.create`, without `client`. */
  readonly path: string;
  readonly text: string;
}

/** Lists the calls of a client in a test, without calls on their results: `client.a.b().asResponse()` → `client.a.b()`. */
export function readTestCalls(text: string): readonly TestedCall[] {
  const project = new Project({ useInMemoryFileSystem: true });
  const calls = project.createSourceFile('tests.ts', text).getDescendants().filter(Node.isCallExpression);
  return calls.flatMap((call) => {
    const [, path] = /^client\.([\w.]+)$/.exec(call.getExpression().getText()) ?? [];
    return path === undefined ? [] : [{ path, text: call.getText().replaceAll(/\s*\n\s*/g, ' ') }];
  });
}
