import { expect, test } from 'vitest';
import { lintTemplate } from '../../generator/emit/code/templates.js';
import { filesBelow, textOf } from './sources.js';

const templates = filesBelow('templates', '.hbs');

test('there are templates', () => expect(templates.length).toBeGreaterThan(10));

test.each(templates)('%s writes nothing that no helper made safe', (path) => {
  expect(() => lintTemplate(path.slice('templates/'.length), textOf(path))).not.toThrow();
});

test.each(['{{{a}}}', '{{&a}}', '{{a}}', '{{> (b)}}', '{{lookup a b}}', '{{str (code a)}}'])(
  'the lint refuses %s',
  (text) => {
    expect(() => lintTemplate('probe.hbs', text)).toThrow(/^templates\/probe\.hbs:1: /);
  },
);
