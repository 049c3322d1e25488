// npm start: from a fresh clone to a running shop. Later starts find everything in place and take no time.
import { handOver } from './hand-over.mjs'
import { prepare, runMain } from './prepare.mjs'

await runMain(async () => {
  await prepare({ build: true })
  return handOver(['dist/server/server.js'], { NODE_ENV: 'production' })
})
