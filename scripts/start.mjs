// npm start: from a fresh clone to a running shop. Later starts skip the preparation.

import { prepare, runMain } from './prepare.mjs'
import { runInPlace } from './run-child.mjs'

await runMain(async () => {
  await prepare({ build: true })
  return runInPlace(['dist/server/server.js'], { NODE_ENV: 'production' })
})
