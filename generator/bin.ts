#!/usr/bin/env node
/*
 * Entry of the command `speccast`. It checks the version of Node before it loads code that older versions cannot parse, so it has
 * no import and no new syntax itself.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 20 || (major === 20 && minor >= 19)) void import('./cli.js');
else {
  console.error(`speccast needs Node 20.19 or later, and this is ${process.versions.node}`);
  process.exitCode = 1;
}
