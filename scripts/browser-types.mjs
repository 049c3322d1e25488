// Checks the types of browser code without the types of Node (tsconfig.browser.json): `process`, `Buffer` or
// `NodeJS.Timeout` is an error there. Server files are also read if browser code imports their types; errors in server
// files do not count, because they lack the types of Node here.
import { spawnSync } from 'node:child_process'
import { root } from './prepare.mjs'

const browserCode = /^src\/.*(\.client\.tsx?|\/(islands|client|admin)\/.*|\/admin\/client\.tsx|\/platform\/ui\/.*)$/

const tsc = spawnSync('tsc', ['--noEmit', '-p', 'tsconfig.browser.json', '--listFiles', '--pretty', 'false'], {
  cwd: root,
  encoding: 'utf8',
})
const lines = tsc.stdout.split('\n')
const errors = lines.filter((line) => browserCode.test(line.split('(', 1)[0]) && line.includes('error TS'))
const nodeTypes = lines.find((line) => line.endsWith('/@types/node/index.d.ts'))
if (nodeTypes) errors.push('The types of Node came in by a package: add it to the paths of tsconfig.browser.json.')
if (!lines.some((line) => line.endsWith('src/faces/admin/client.tsx'))) errors.push('No browser code was read.')
for (const error of errors) console.log(error)
process.exitCode = errors.length > 0 ? 1 : 0
