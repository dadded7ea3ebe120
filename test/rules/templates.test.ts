import { expect, test } from 'vitest';
import { lintTemplate } from '../../generator/emit/code/templates.js';
import { filesBelow, readFromRoot } from './sources.js';

const templates = filesBelow('templates', '.hbs');

test('there are templates', () => expect(templates.length).toBeGreaterThan(10));

test.each(templates)('%s passes every value through a safe helper', (path) => {
  expect(() => lintTemplate(path.slice('templates/'.length), readFromRoot(path))).not.toThrow();
});

test.each(['{{{a}}}', '{{&a}}', '{{a}}', '{{> (b)}}', '{{lookup a b}}', '{{str (code a)}}'])(
  'the linter rejects %s',
  (text) => {
    expect(() => lintTemplate('probe.hbs', text)).toThrow(/^templates\/probe\.hbs:1: /);
  },
);
