// npm start: from a fresh clone to a running shop. Later starts find everything in place.

import { prepare, runMain } from './prepare.mjs'
import { handOver } from './run-child.mjs'

await runMain(async () => {
  await prepare({ build: true })
  return handOver(['dist/server/server.js'], { NODE_ENV: 'production' })
})
