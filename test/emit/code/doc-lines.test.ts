import { expect, test } from 'vitest';
import { docLines } from 'speccast/emitter';

test('of a description that would fill pages the beginning is shown, and all else that is to be said', () => {
  const description = 'Ten chars. '.repeat(1_000_000);
  const lines = docLines({ description, deprecated: true }, ['At most 5 characters.']);
  const [text, , ...others] = lines;
  expect(String(text)).toHaveLength(3998);
  expect(String(text).replaceAll('\n', ' ')).toBe(`${'Ten chars. '.repeat(363)}Ten …`);
  expect(others).toEqual(['At most 5 characters.', '', { tag: 'deprecated', text: '' }]);
});

test('a block of code that is cut ends', () => {
  const code = (line: string): string => `How:\n\n\`\`\`sh\n${line.repeat(1000)}\`\`\`\n\nThat is all.`;
  expect(docLines({ description: code('run it now\n') })).toEqual([expect.stringMatching(/ …\n```$/)]);
  expect(docLines({ description: code('run\n').slice(0, 3000) })).toEqual([expect.not.stringMatching(/```$/)]);
});
