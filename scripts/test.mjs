// npm test: everything that CI runs, also on a fresh clone. `npm test -- lint unit` runs only the named steps; `npm run
// test:long` runs all widths and random histories in full, as before a release.
import { findChromium } from './chromium.mjs'
import { prepare, runMain, Stop, say } from './prepare.mjs'
import { runSteps, steps } from './steps.mjs'
import { installSwift } from './swift.mjs'

await runMain(async () => {
  const all = Object.keys(steps)
  const isLong = process.argv.includes('--long')
  const wanted = process.argv.slice(2).filter((name) => name !== '--long')
  const unknown = wanted.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Stop(`no step is called ${unknown.join(', ')}; there are ${all.join(', ')}`)
  const names = wanted.length > 0 ? all.filter((name) => wanted.includes(name)) : all

  // If the build is one of the steps, it runs as that step, so that its time is reported.
  await prepare({ build: !names.includes('build') && names.some((name) => ['budgets', 'browser'].includes(name)) })
  if (names.includes('unit')) await installSwift()
  const environment = isLong ? { TEST_LONG: '1' } : {}
  if (names.includes('browser')) {
    environment.SAMOVAR_CHROMIUM = await findChromium()
    say(`the browser of the tests is ${environment.SAMOVAR_CHROMIUM}`)
  }
  const { passed, failed } = await runSteps(names, environment)
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
