#!/usr/bin/env node
/*
 * What `speccast` runs: looks at the version of Node before anything is loaded that older ones cannot read. So this file has
 * no import, and no syntax that is new.
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 20 || (major === 20 && minor >= 19)) void import('./cli.js');
else {
  console.error(`speccast needs Node 20.19 or later, and this is ${process.versions.node}`);
  process.exitCode = 1;
}
