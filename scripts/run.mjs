// npm run dev, shop, sandbox, bench, shots and promises: prepares what each program needs and runs it on Node 24.
import { findChromium } from './chromium.mjs'
import { prepare, runMain, Stop } from './prepare.mjs'
import { runInPlace } from './run-child.mjs'

const programs = {
  dev: { file: 'scripts/dev.ts', build: false, browser: false },
  shop: { file: 'dist/server/shop.js', build: true, browser: false },
  sandbox: { file: 'dist/server/sandbox.js', build: true, browser: false },
  bench: { file: 'test/bench/bench.ts', build: true, browser: process.argv[3] === 'lighthouse' },
  shots: { file: 'test/shots.ts', build: true, browser: true },
  promises: { file: 'scripts/requirements.ts', build: false, browser: false },
}

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2)
  const program = programs[name]
  if (!program) throw new Stop(`name one of ${Object.keys(programs).join(', ')}`)
  await prepare({ build: program.build })
  const environment = program.browser ? { SAMOVAR_CHROMIUM: await findChromium() } : {}
  return runInPlace([program.file, ...args], environment)
})
