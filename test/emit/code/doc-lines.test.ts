import { expect, test } from 'vitest';
import { docLines } from 'speccast/emitter';

test('a very long description is cut, and notes and deprecation are kept', () => {
  const description = 'Ten chars. '.repeat(1_000_000);
  const lines = docLines({ description, deprecated: true }, ['At most 5 characters.']);
  const [text, , ...others] = lines;
  expect(String(text)).toHaveLength(3998);
  expect(String(text).replaceAll('\n', ' ')).toBe(`${'Ten chars. '.repeat(363)}Ten …`);
  expect(others).toEqual(['At most 5 characters.', '', { tag: 'deprecated', text: '' }]);
});

test('a code block that is cut is closed', () => {
  const code = (line: string): string => `How:\n\n\`\`\`sh\n${line.repeat(1000)}\`\`\`\n\nThat is all.`;
  expect(docLines({ description: code('run it now\n') })).toEqual([expect.stringMatching(/ …\n```$/)]);
  expect(docLines({ description: code('run\n').slice(0, 3000) })).toEqual([expect.not.stringMatching(/```$/)]);
});
